"""Test vectors: questions with exact answers, by which programs in any language are checked."""
