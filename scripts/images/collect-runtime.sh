#!/bin/sh
# Copies the files that run Node to a folder: the binary, its shared libraries, the users and the name service.
#   sh collect-runtime.sh <path of the node binary> <folder>
# The Dockerfile and `npm run prove -- images` run this script.
set -eu
node=$1
target=$2

mkdir -p "$target/usr/local/bin" "$target/etc" "$target/tmp" "$target/var/lib/dpkg/status.d"
chmod 1777 "$target/tmp"
# Symbols are an eighth of the binary. Native modules find Node's functions by the dynamic symbols, which remain.
strip -o "$target/usr/local/bin/node" "$node"
libraries=$(ldd "$node" | grep -o '/[^ ]*')
# Native modules of packages also use these parts of the C library.
libc=$(dirname "$(echo "$libraries" | grep '/libc\.so')")
libraries="$libraries $libc/librt.so.1 $libc/libutil.so.1 $libc/libresolv.so.2"
for library in $libraries; do cp --parents --dereference "$library" "$target"; done

echo 'node:x:1000:1000::/data:/usr/sbin/nologin' > "$target/etc/passwd"
echo 'node:x:1000:' > "$target/etc/group"
echo 'hosts: files dns' > "$target/etc/nsswitch.conf"
# Scanners read the versions of the libraries here, as in distroless images.
for package in libc6 libgcc-s1 libstdc++6; do
  dpkg-query --status "$package" > "$target/var/lib/dpkg/status.d/$package"
done
