"""Debates in other languages than English."""


def test_the_mount_s_guide_and_every_prompt_say_once_which_words_are_fixed(mount, duel):
    assert (mount.path / "README.md").read_text().count("Write in any language: only the words of a blank") == 1
    for path in (duel / "prompt.md", duel / "participants/alice/prompt.md"):
        assert path.read_text().count("Write in any language.") == 1
