"""What a run can be told, by the commands in scripts and by pytest itself."""

import pathlib

from support.harness import ROOT

OPTIONS = {
    "--bin": dict(
        type=pathlib.Path, default=ROOT / ".build" / "debug", metavar="FOLDER",
        help="the folder of torpord, torpor, torpor-transferd and torpor-session (default: the debug build)",
    ),
    "--table": dict(
        type=pathlib.Path, metavar="FILE", help="put the results in place of the table at the end of that file"
    ),
    "--seed": dict(
        type=int, default=1, metavar="N",
        help="what contents, sizes and moments of transfers are drawn from (default: 1)",
    ),
    "--data": dict(
        type=pathlib.Path, metavar="FOLDER",
        help="a folder with download_sizes/quantiles_permille.txt, for the sizes of the storm of transfers",
    ),
}
