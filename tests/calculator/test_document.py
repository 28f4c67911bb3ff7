"""A self-contained page: nothing in it runs that its policy does not name."""

import base64
import hashlib
import json
import re

from riskexact.calculator.document import data_text, document, look


def test_every_style_and_script_is_allowed_by_its_hash_and_no_other() -> None:
    text = document(
        "Title",
        "<p>…</p>",
        styles=["p { color: red; }"],
        scripts={"one": "const x = 1;", "two": "x;"},
        data={"values": [1, 2]},
    )
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    directives = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert directives["default-src"] == directives["base-uri"] == "'none'"
    for name, element in (("style-src", "style"), ("script-src", "script")):
        held = re.findall(rf"<{element}(?: id=\"\w+\")?>(.*?)</{element}>", text, re.DOTALL)
        hashes = [
            f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'"
            for each in held
        ]
        assert directives[name].split(" ") == hashes
        assert len(hashes) == 2
    assert look() in text


def test_a_page_without_scripts_allows_none() -> None:
    assert "script-src" not in document("Title", "")


def test_texts_stay_texts() -> None:
    hostile = "</script></title><!-- \u2028 \"' & <b>"
    text = document(hostile, "", description=hostile, data={"values": hostile})
    assert text.count("<b>") == 0
    assert text.count("<!--") == 0
    assert text.count("</script>") == text.count("</title>") == 1
    assert json.loads(data_text(hostile)) == hostile
