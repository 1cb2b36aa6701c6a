"""Cells in which something is wrong with the place of a received file, or with the file itself."""

import errno
import os
import subprocess

import pytest

from support.downloads import run, sha256
from support.harness import Skip, require, wait_until
from support.servers import hostile_content

MIB = 1 << 20


def reserve(size):
    """What the service leaves free of a disk of that size for others (`Download.reserveBytes`)."""
    return min(64 * MIB, size // 20)


def small_disk(bench, size):
    """A file system of its own on the folder that downloads go to."""
    status, said = run(
        "mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", str(bench.into)
    )
    if status:
        raise Skip(f"no tmpfs can be mounted here: {said}")

    class Mount:
        def close(self):
            # The daemon's service may still have the folder open.
            subprocess.run(["umount", "--lazy", str(bench.into)], check=True)

    bench.keep(Mount())


def fill(path):
    """Writes a file until its disk is full; what else is written there meanwhile makes no difference."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(64 << 10))
        except OSError as error:
            require(error.errno == errno.ENOSPC, f"{error}")


def test_no_room(bench):
    """a disk without room for the file: waits without starting, complete when there is room"""
    disk = 30 * MIB
    small_disk(bench, disk)
    filler = bench.into / "filler"
    filler.write_bytes(bytes(25 * MIB))
    server = bench.hostile()
    size = 10 * MIB
    transfer = bench.download(server.url(f"/file/plain?size={size}"))
    cause = (
        f"the disk of {bench.into} has {5 * MIB} bytes free, and {size} and a reserve of "
        f"{reserve(disk)} are needed"
    )
    row = bench.wait_for_trouble(transfer, "diskFull", cause)
    require(row["bytes"] == 0, f"{row['bytes']} bytes came all the same")
    bench.wait_for_row(transfer, "two more looks", lambda row: row["attempts"] >= 3)
    asked = len(server.requests("/file"))
    require(asked == 1, f"the server was asked {asked} times while there was no room")
    filler.unlink()
    row = bench.must_complete(transfer, hostile_content(size), seconds=90)
    bench.must_hold("file")
    return f"{row['attempts']} attempts, 2 of them with a request"


def test_too_small(bench):
    """a file that is larger than its disk: fails at once, with both sizes"""
    small_disk(bench, 8 * MIB)
    server = bench.hostile()
    size = 10 * MIB
    transfer = bench.download(server.url(f"/file/plain?size={size}"))
    cause = (
        f"the file has {size} bytes, and the disk of {bench.into} has room for "
        f"{8 * MIB - reserve(8 * MIB)} in all"
    )
    bench.must_fail(transfer, "cannotWriteToFile", cause)
    return cause


def test_small_on_small(bench):
    """a small file on a small disk: complete, because the reserve is a twentieth of the disk"""
    small_disk(bench, 60 * MIB)
    server = bench.hostile()
    transfer = bench.download(server.url("/file/plain?size=1024"))
    bench.must_complete(transfer, hostile_content(1024))
    return f"1 KiB on {60} MiB"


def test_state_disk_is_full(bench):
    """little room for the daemon's state: downloads to another disk, and uploads, start at once"""
    # The folder of the state is a small disk of its own from the daemon's next start on.
    bench.kill()
    status, said = run(
        "mount", "-t", "tmpfs", "-o", "size=48m,mode=711", "tmpfs", str(bench.state)
    )
    if status:
        raise Skip(f"no tmpfs can be mounted here: {said}")

    class Mount:
        def close(self):
            subprocess.run(["umount", "--lazy", str(bench.state)], check=True)

    bench.keep(Mount())
    bench.start()
    server = bench.hostile()
    source = bench.folder / "source"
    source.write_bytes(bench.content(MIB))
    size = 5 * MIB
    download = bench.download(server.url(f"/file/plain?size={size}"))
    upload = bench.submit({"url": server.url("/put"), "file": str(source)})
    bench.must_complete(download, hostile_content(size))
    row = bench.wait_for_end(upload)
    require(row["state"] == "completed", f"the upload is {row}")
    return "48 MiB in all, 5 MiB fetched to another disk, 1 MiB sent"


def test_disk_fills_up(bench):
    """the disk fills up during the download: waits, keeps what was received, and continues when there is room"""
    small_disk(bench, 100 * MIB)
    nginx = bench.nginx()
    content = bench.content(8 * MIB)
    nginx.put("file", content)
    transfer = bench.download(nginx.url("slow/file"))
    bench.wait_for_bytes(transfer, MIB)
    filler = bench.into / "filler"
    fill(filler)
    part = bench.into / f".file.torpor-{transfer}"
    cause = f"the disk of {part} is full: No space left on device (ENOSPC)"
    row = bench.wait_for_trouble(transfer, "diskFull", cause)
    kept = row["bytes"]
    require(kept >= MIB, f"{kept} bytes are kept")
    filler.unlink()
    row = bench.must_complete(transfer, content)
    bench.must_hold("file")
    first = nginx.requests()[-1][4]
    require(kept <= first <= kept + MIB, f"continued from {first}, {kept} were said to be there")
    return f"continued from {first} bytes, {row['attempts']} attempts"


@pytest.mark.quick
def test_read_only(bench):
    """a folder without write permission, also for root's downloads: fails at once and names the path"""
    server = bench.hostile()
    bench.into.chmod(0o555)
    transfer = bench.download(server.url("/file/plain"))
    path = bench.into / f".file.torpor-{transfer}"
    cause = f"cannot make {path}: Permission denied (EACCES)"
    row = bench.must_fail(transfer, "cannotCreateFile", cause)
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    bench.into.chmod(0o755)
    return cause.replace(str(bench.folder), "…")


def test_no_folder(bench):
    """a folder that does not exist: fails at once, and the folder is not created"""
    server = bench.hostile()
    transfer = bench.download(server.url("/file/plain"), name="a/b/file")
    cause = f"cannot open {bench.into}/a/b: No such file or directory (ENOENT)"
    bench.must_fail(transfer, "cannotCreateFile", cause)
    bench.must_hold()
    require(not server.requests("/file"), "the server was asked all the same")
    return cause.replace(str(bench.folder), "…")


@pytest.mark.quick
def test_link_in_container(bench):
    """an app puts a symbolic link in place of its download folder: nothing leaves the container, and the failure is reported"""
    server = bench.hostile()
    elsewhere = bench.folder / "elsewhere"
    elsewhere.mkdir()
    app = "faults.links"
    bench.install(app, "podcast", "--link", elsewhere, server.url("/file/plain?size=1000"))
    bench.call("Launch", app=app)
    done = wait_until("the end of its download", lambda: bench.events(app, "didCompleteWithError"))
    place = wait_until("its link", lambda: bench.events(app, "linked"))[0]["path"]
    require(done[0].get("errorName") == "cannotCreateFile", f"it was told {done[0]}")
    cause = f"{place} leads through a symbolic link"
    require(done[0]["cause"] == cause, f"it was told '{done[0]['cause']}'")
    require(not bench.events(app, "didFinishDownloading"), "it was handed a file")
    require(not list(elsewhere.iterdir()), f"something came to {elsewhere}")
    return cause.replace(str(bench.folder), "…")


@pytest.mark.quick
def test_name_is_taken(bench):
    """a file of that name appears during the download: it is kept, and the download is named NAME.1"""
    nginx = bench.nginx()
    content = bench.content(2 * MIB)
    nginx.put("file", content)
    transfer = bench.download(nginx.url("slow/file"))
    bench.wait_for_bytes(transfer, 1)
    (bench.into / "file").write_bytes(b"somebody else's")
    bench.must_complete(transfer, content, "file.1")
    bench.must_hold("file", "file.1")
    require((bench.into / "file").read_bytes() == b"somebody else's", "the other was written over")
    return "file.1"


def test_is_replaced(bench):
    """with --replace a file that appears during the download is replaced, and a link is not followed"""
    nginx = bench.nginx()
    content = bench.content(2 * MIB)
    nginx.put("file", content)
    transfer = bench.download(nginx.url("slow/file"), destination={"replaces": True})
    bench.wait_for_bytes(transfer, 1)
    other = bench.folder / "other"
    other.write_bytes(b"somebody else's")
    (bench.into / "file").symlink_to(other)
    bench.must_complete(transfer, content)
    bench.must_hold("file")
    require(not (bench.into / "file").is_symlink(), "it is a link still")
    require(other.read_bytes() == b"somebody else's", "the link was followed")
    return "the name is the download's, the target of the link is unchanged"


def test_device_is_kept(bench):
    """with --replace a pipe or a device is not replaced: fails before any request"""
    server = bench.hostile()
    pipe = bench.into / "file"
    os.mkfifo(pipe)
    transfer = bench.download(server.url("/file/plain"), destination={"replaces": True})
    cause = f"{pipe} is a pipe, and files do not replace it"
    row = bench.must_fail(transfer, "cannotCreateFile", cause)
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    require(not server.requests("/file"), "the server was asked all the same")
    bench.must_hold("file")
    return cause.replace(str(bench.folder), "…")


@pytest.mark.quick
def test_wrong_digest(bench):
    """a file with another SHA-256 than given: fails, and is deleted"""
    server = bench.hostile()
    wanted = sha256(b"another")
    transfer = bench.download(server.url("/file/plain?size=1000"), sha256=wanted)
    cause = f"file has the SHA-256 {sha256(hostile_content(1000))}, not {wanted}"
    row = bench.must_fail(transfer, "digestMismatch", cause)
    require(row["attempts"] == 1, f"{row['attempts']} attempts")
    bench.must_hold()
    right = bench.download(
        server.url("/file/plain?size=1000"), sha256=sha256(hostile_content(1000))
    )
    bench.must_complete(right, hostile_content(1000))
    return "the wrong file is deleted, one with the right SHA-256 is complete"
