"""What is said of checks: two lines for each as soon as it is over, and a table of all in a document."""

VERDICT_WIDTH = 5
VERDICTS = {"passed": "ok", "skipped": "skip", "failed": "FAIL"}


def name_of(nodeid):
    """The name of a check, as people give it."""
    return nodeid.split("::")[-1].split("@")[0].removeprefix("test_").removeprefix("row_")


class Result:
    """A check that is over."""

    def __init__(self, report):
        said = dict(report.user_properties)
        self.name = name_of(report.nodeid)
        self.sentence = said.get("sentence", "")
        # A row of the mission says of what kind its proof is.
        self.verdict = VERDICTS[report.outcome] if not report.passed else said.get("verdict", "ok")
        self.seconds = report.duration
        self.seen = said.get("seen", {}) if report.passed else {"": reason(report)}

    def __str__(self):
        facts = [f"{name}: {fact}" if name else fact for name, fact in self.seen.items() if fact != "None"]
        head = f"{self.verdict:<{VERDICT_WIDTH}} {self.name}: {self.sentence} ({self.seconds:.1f} s)"
        return f"\n{' ' * (VERDICT_WIDTH + 1)}".join([head, *facts])


# Of an exception whose words say what happened.
FAILURE = "support.harness.Failure: "


def reason(report):
    """Why a check failed or was skipped; the way there only where nobody has expected the exception."""
    if report.skipped:
        return report.longrepr[2].removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    if not crash:
        return str(report.longrepr)
    return crash.message.removeprefix(FAILURE) if crash.message.startswith(FAILURE) else f"{crash.message} (at {way_to(report)})"


def way_to(report):
    """The lines of files that were called, from the check on."""
    places = [entry.reprfileloc for entry in report.longrepr.reprtraceback.reprentries if getattr(entry, "reprfileloc", None)]
    return ", ".join(f"{place.path.split('/')[-1]}:{place.lineno}" for place in places)


class Lines:
    """Says what became of each check; where a table is wanted, writes it at the end of the document."""

    def __init__(self, config):
        self.config = config
        self.results = []

    def pytest_runtest_logreport(self, report):
        if report.when != "call" and report.passed:
            return
        self.results.append(Result(report))
        writer = self.config.get_terminal_writer()
        writer.line(str(self.results[-1]))
        writer.flush()

    def pytest_sessionfinish(self):
        if path := self.config.option.failed:
            path.write_text("\n".join(result.name for result in self.results if result.verdict == "FAIL"))
        if (path := self.config.option.table) and self.results:
            text = path.read_text()
            head = next(head for head in TABLES if head in text)
            rows = [TABLES[head](result) for result in self.results]
            rule = "|---" * head.count("| ") + "|"
            path.write_text("\n".join([text[: text.index(head)] + head, rule, *rows, ""]))


def row(*cells):
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def row_of_hazard(result):
    cells = list(result.seen.values())
    if result.verdict != "ok":
        cells = [f"{result.verdict}: {cells[0].splitlines()[0]}", "", ""]
    return row(f"{result.sentence} (`{result.name}`)", *cells)


def row_of_fault(result):
    seen = next(iter(result.seen.values())).splitlines()[0]
    return row(f"`{result.name}`", result.sentence, f"{result.verdict}: {seen} ({result.seconds:.1f} s)")


# By the heads that documents have.
TABLES = {
    "| Hazard | Without the guard | With it | The ledger says |": row_of_hazard,
    "| Cell | What it shows | Last seen |": row_of_fault,
}
