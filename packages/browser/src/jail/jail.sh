#!/bin/sh
# Started in place of the browser, with the browser's arguments. $JAIL is a directory of this check alone: it has the
# arguments of bwrap, the script that starts the browser inside, and the socket of the guard. The process id is written
# to it, and stays the same through the whole chain. If the check is over already, the directory is gone.
echo $$ >"$JAIL/pid" || exit 1
exec 9<"$JAIL/args"
user=
# The browser's own sandbox does not start for root.
[ "$(id -u)" -ne 0 ] || user='--reuid=65534 --regid=65534 --clear-groups'
# A sensor may have a capability for echo requests, with which bwrap does not start.
# shellcheck disable=SC2086
exec setpriv $user --inh-caps=-all --ambient-caps=-all -- bwrap --args 9 -- /bin/sh /guard/start "$@"
