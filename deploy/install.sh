#!/bin/sh
# Installs Wachta from the folder that this file is in, without any network. Run it as root.
#   ./install.sh                 into /opt/wachta, with units for systemd
#   DESTDIR=/some/folder ./install.sh    the same below that folder, touching nothing outside it
# What runs goes on running: the new version is used when its unit is started again. Files in /etc/wachta are left as they are.
set -eu
# Whatever root usually does: others must be able to read what they run.
umask 022
cd "$(dirname "$0")"
root=${DESTDIR:-}
version=$(cat VERSION)
folder=/opt/wachta/$version

say() {
  case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
    pl*) printf '%s\n' "$2" ;;
    *) printf '%s\n' "$1" ;;
  esac
}
give_up() {
  say "install: $1" "install: $2" >&2
  exit 1
}

[ -n "$root" ] || [ "$(id -u)" -eq 0 ] || give_up 'run it as root, or set DESTDIR' 'uruchom jako root albo ustaw DESTDIR'
[ ! -e "$root$folder" ] || give_up "$folder is there already; remove it to install it again" \
  "$folder już istnieje; usuń ten katalog, aby zainstalować ponownie"

say 'Comparing every file with SHA256SUMS …' 'Porównywanie wszystkich plików z SHA256SUMS …'
sha256sum --check --quiet --strict SHA256SUMS ||
  give_up 'the archive is damaged or was changed; nothing was installed' \
    'archiwum jest uszkodzone lub zmienione; niczego nie zainstalowano'

say "Copying to $folder …" "Kopiowanie do $folder …"
mkdir -p "$root/opt/wachta"
# Under another name until it is whole: what was interrupted is never started.
unfinished=$root/opt/wachta/.$version.unfinished
rm -rf "$unfinished"
mkdir "$unfinished"
cp -R . "$unfinished/"
[ "$(id -u)" -ne 0 ] || chown -R 0:0 "$unfinished"
mv "$unfinished" "$root$folder"
ln -sfn "$version" "$root/opt/wachta/.current"
mv -T "$root/opt/wachta/.current" "$root/opt/wachta/current"

install -d "$root/usr/local/bin" "$root/etc/systemd/system" "$root/usr/lib/sysusers.d"
ln -sfn /opt/wachta/current/bin/wachta "$root/usr/local/bin/wachta"
install -m 0644 deploy/systemd/*.service "$root/etc/systemd/system/"
install -m 0644 deploy/systemd/wachta.sysusers "$root/usr/lib/sysusers.d/wachta.conf"
if [ -z "$root" ]; then
  systemd-sysusers wachta.conf
  systemctl daemon-reload
fi

install -d -m 0750 "$root/etc/wachta"
[ -n "$root" ] || chgrp wachta /etc/wachta
if [ ! -e "$root/etc/wachta/wachta.env" ]; then
  # By a file of instructions on standard input: what stands on a command line, everybody on the machine can see.
  (
    umask 0137
    printf 's|@SECRET_KEYS@|first:%s|\n' "$(head -c 32 /dev/urandom | base64)" | sed -f - deploy/systemd/wachta.env > "$root/etc/wachta/wachta.env"
  )
  [ -n "$root" ] || chgrp wachta /etc/wachta/wachta.env
fi
[ -e "$root/etc/wachta/sensor.env" ] || install -m 0600 deploy/systemd/sensor.env "$root/etc/wachta/sensor.env"

say "Wachta $version is installed. Next:
  1. Look through /etc/wachta/wachta.env; keep a copy of SECRET_KEYS apart from all backups.
  2. systemctl enable --now wachta        brings the database up to date, then starts
  3. curl -s http://127.0.0.1:9463/ready
  4. On a machine that watches: fill in /etc/wachta/sensor.env, then systemctl enable --now wachta-sensor" \
  "Wachta $version jest zainstalowana. Dalej:
  1. Przejrzyj /etc/wachta/wachta.env; kopię SECRET_KEYS trzymaj z dala od kopii zapasowych.
  2. systemctl enable --now wachta        aktualizuje bazę danych, potem uruchamia usługę
  3. curl -s http://127.0.0.1:9463/ready
  4. Na maszynie, która ma sprawdzać: uzupełnij /etc/wachta/sensor.env, potem systemctl enable --now wachta-sensor"
