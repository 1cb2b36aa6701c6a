#!/bin/sh
# Installs a program of this machine as a Flatpak of all users, from a repository that is made here: nothing is fetched.
# Usage: flatpak.sh ID PROGRAM
set -eu
id=$1 program=$2
work=/var/tmp/lab-flatpak
usr=$work/platform/usr
# What flatpak build-init would have made, beside what is filled below.
mkdir -p "$work/platform/files" "$work/platform/var" "$work/app/var"
mkdir -p "$usr/lib64" "$usr/bin" "$usr/sbin" "$usr/share" "$usr/etc" "$work/app/files/bin" "$work/app/export/share/applications"

# The runtime: what the program loads, a shell, what makes the cache of libraries, fonts.
binary=$(command -v "$program")
for file in "$binary" /bin/sh; do ldd "$file"; done | grep -o '/[^ ]*' | sort -u | while read -r library; do
  case $library in
    /lib64/*) install -m 755 "$library" "$usr/lib64/" ;;
    *) install -D -m 644 "$library" "$usr/lib/x86_64-linux-gnu/${library##*/}" ;;
  esac
done
cp /bin/sh "$usr/bin/sh"
cp /sbin/ldconfig "$usr/bin/ldconfig"
cp /sbin/ldconfig "$usr/sbin/ldconfig"
cp -r /etc/fonts "$usr/etc/"
for folder in fonts fontconfig glib-2.0/schemas mime/mime.cache X11/xkb "$program"; do
  [ -e "/usr/share/$folder" ] || continue
  mkdir -p "$usr/share/$(dirname "$folder")"
  cp -rL "/usr/share/$folder" "$usr/share/$(dirname "$folder")/"
done
platform=org.torpor.lab.Platform
printf '[Runtime]\nname=%s\nruntime=%s/x86_64/1\nsdk=%s/x86_64/1\n' $platform $platform $platform >"$work/platform/metadata"

cp "$binary" "$work/app/files/bin/program"
printf '[Application]\nname=%s\nruntime=%s/x86_64/1\nsdk=%s/x86_64/1\ncommand=program\n\n[Context]\nshared=ipc;\nsockets=wayland;\n' \
  "$id" $platform $platform >"$work/app/metadata"
printf '[Desktop Entry]\nType=Application\nName=A Flatpak\nExec=program\n' >"$work/app/export/share/applications/$id.desktop"

flatpak build-export --runtime --disable-sandbox "$work/repository" "$work/platform" 1
flatpak build-export --disable-sandbox "$work/repository" "$work/app" 1
flatpak remote-add --system --no-gpg-verify --if-not-exists lab "$work/repository"
flatpak install --system --noninteractive --assumeyes lab "$id//1"
