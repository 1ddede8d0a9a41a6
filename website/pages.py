"""Copies the pages of docs/ into the package when it is built, so that `optimizer help` has them."""

from __future__ import annotations

from pathlib import Path

from setuptools.command.build_py import build_py

__all__ = ["BuildWithPages"]

DOCS = Path(__file__).parent.parent / "docs"


class BuildWithPages(build_py):
    """The build of the modules, and the pages beside them. An editable installation reads them where they are."""

    def pages(self) -> dict[Path, Path]:
        """Where each page goes."""
        return {page: Path(self.build_lib, "optimizer", "docs", page.name) for page in sorted(DOCS.glob("*.md"))}

    def run(self) -> None:
        """Builds."""
        super().run()
        if not self.editable_mode:
            for page, place in self.pages().items():
                self.mkpath(str(place.parent))
                self.copy_file(str(page), str(place))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """What has been built."""
        more = [] if self.editable_mode else [str(place) for place in self.pages().values()]
        return [*super().get_outputs(include_bytecode), *more]
