"""`riskexact publish`: a publication that anyone can check."""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from riskexact.base.arguments import number, short_repr
from riskexact.base.errors import UnwritableError
from riskexact.base.report import Report, Text
from riskexact.base.text import pluralize
from riskexact.cli.output import complain, describe, pasted, printable
from riskexact.cli.parser import Command, Option, refuse
from riskexact.publication import publish
from riskexact.publication.executors import usable_cores
from riskexact.publication.jobs import jobs_of
from riskexact.publication.metadata import PROJECT
from riskexact.publication.plan import EXTRAS, LEFT_OUT, Plan, installed_extras
from riskexact.publication.site import MAX_NOTE_BYTES, NO_CLONE, documents, note
from riskexact.rules import Rules
from riskexact.rules.catalogue import rules_named
from riskexact.rules.files import bytes_of_file

COMMAND = Command(
    "odds tables, data files, pictures and pages that anyone can check",
    "publish odds --rules standard --max 10",
    "DIRECTORY --max --continents --games --site --address --note --workers --scheduler --plan",
    common="--rules:names --json --output",
    rules="all of them",
    group="Publishing",
    own={
        "--continents": "publish the solved continents too: a minute and 66 MB more",
        "--games": "publish the solved whole games too: some minutes and 36 MB more",
        "--plan": "write nothing; print the number of jobs and files",
        "--site": "ready for a web server: with all that is solved, and with documents from a "
        "clone",
        "DIRECTORY": Option(
            "DIRECTORY",
            "where to write: a new name, or an old publication, which is replaced; it appears "
            "when it is complete",
        ),
        "--max": Option(
            "N",
            "every battle from 1 v 1 to N v N (default: 40 for standard and single-loss, 20 for "
            "others); the files grow with N^4: about 40 MB at 40, 1 GB at 100, 12 GB at 200, "
            "and no more than fits in memory, 394 for standard rules",
            partial(number, least=1, most=1000),
        ),
        "--address": Option("URL", "where the site is served (default: addresses are relative)"),
        "--note": Option("FILE", "publish this PDF too, as note.pdf"),
        "--scheduler": Option("ADDRESS", "of a running Dask cluster, as in tcp://127.0.0.1:8786"),
    },
)


def run(options: Namespace) -> Report:
    """Publish, and say what was written and how to check it."""
    plan, taken_in = _asked_plan(options)
    takes = plan.replace(extras=installed_extras())
    if options.scheduler is not None:
        refuse(options, ("workers",), "without --scheduler")
    if options.plan:
        refuse(options, ("scheduler", "workers"), "without --plan")
        return _planned(takes)
    for extra in EXTRAS:
        if extra not in installed_extras():
            complain(f"riskexact: {LEFT_OUT[extra]}: pip install 'riskexact[{extra}]'")
    # how long a cluster takes is not known, nor whether there is one
    at_first = "" if options.scheduler else f"riskexact: {_size_text(takes)}"
    try:
        package = publish(
            options.directory,
            plan.editions,
            continents=plan.continents,
            games=plan.games,
            site=plan.site,
            documents=taken_in,
            workers=options.workers or usable_cores(),
            scheduler=options.scheduler,
            progress=time_left(options.directory, at_first),
        )
    except OSError as error:
        where, reason = short_repr(options.directory), error.strerror or error
        raise UnwritableError(f"{where} cannot be written: {reason}") from None
    return Report(
        "",
        {
            "directory": options.directory,
            "command": plan.command,
            "files": len(package.files),
            "bytes": package.size,
            "content": package.content,
        },
        Text(
            f"{printable(options.directory)}: {pluralize(len(package.files), 'file')}, "
            f"{package.size / 1e6:.1f} MB, and their checksums, content {package.content}",
            f"riskexact verify {pasted(options.directory)} checks all of it",
        ),
    )


def _asked_plan(options: Namespace) -> tuple[Plan, dict[str, bytes]]:
    """Return what is to be published, and the documents that are taken in."""
    plan = Plan.usual(_chosen(options.rules), options.max)
    site, taken_in = None, {}
    if options.note is not None:
        taken_in = note(bytes_of_file(options.note, "the note", MAX_NOTE_BYTES))
    if options.site:
        site = options.address or PROJECT["site"]
        made = documents(site)
        if not made:
            complain(f"riskexact: {NO_CLONE}")
        taken_in |= made
    else:
        refuse(options, ("address",), "with --site")
    parts = {"continents": options.continents, "games": options.games}
    return plan.replace(**parts, site=site, documents=taken_in), taken_in


def _size_text(plan: Plan) -> str:
    """Return what a publication will take, as measured on one machine."""
    sizes = [(edition.most / 40) ** 4 for edition in plan.editions]
    megabytes, minutes = (sum(a + b * size for size in sizes) for a, b in ((2, 35), (0.07, 0.3)))
    if plan.continents:
        megabytes, minutes = megabytes + 66, minutes + 1
    if plan.games:
        megabytes, minutes = megabytes + 36, minutes + 3
    time = f"about {pluralize(round(minutes), 'minute')} of one processor"
    text = "".join(_planned(plan).lines())
    return f"{text}; about {megabytes:.0f} MB, {time if minutes >= 1 else 'some seconds'}"


def _planned(plan: Plan) -> Report:
    jobs = jobs_of(plan)
    files = sum(len(job.paths) for job in jobs)
    text = f"{pluralize(len(plan.editions), 'rule set')}, {pluralize(len(jobs), 'job')}: "
    return Report(
        "",
        {"command": plan.command, "jobs": len(jobs), "files": files},
        Text(text + pluralize(files, "file")),
    )


def time_left(what: str, at_first: str = "") -> Callable[[str, float], None]:
    """Return what shows how much is done, and how long the rest may take.

    `at_first` is printed when the work begins, on a terminal or not.
    """
    began: list[tuple[float, float]] = []

    def tell(doing: str, share: float) -> None:
        now = monotonic()
        if at_first and not began:
            complain(at_first)
        began.append((now, share))
        start, first = began[0]
        del began[1:]
        left = ""
        if share > first:
            seconds = max(0, (now - start) * (1 - share) / (share - first))
            time = f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
            left = f", about {time} left"
        describe(f"{printable(what)}: {doing}, {100 * share:.0f} %{left}")

    return tell


def _chosen(names: list[str] | None) -> list[Rules] | None:
    """Return the rule sets that are named; one of a file without a name takes the file's."""
    if names is None or names == ["all"]:
        return None
    chosen = [(rules_named(name), Path(name).stem[:60] or None) for name in names]
    return [rules if rules.name else rules.replace(name=file) for rules, file in chosen]
