"""The error that the modules of this package raise for a bad model file."""


class ModelFileError(Exception):
    """A model file is damaged, too large or inconsistent.

    Attributes:
        origin: The path of the file.
        place: The table or element of the file, for example ``Model.subgraphs[0].tensors[3]``.
        offset: The position in the file in bytes; ``None`` if the error has no single position.
        message: The reason.

    """

    def __init__(self, origin: str, place: str, offset: int | None, message: str) -> None:
        super().__init__(origin, place, offset, message)
        self.origin = origin
        self.place = place
        self.offset = offset
        self.message = message

    def __str__(self) -> str:
        at = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.origin}: {self.place}{at}: {self.message}"
