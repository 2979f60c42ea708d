#!/usr/bin/env bash
# Fetches MySQL from Debian's unstable release, unpacks it beside the system with the libraries that it was built for,
# and starts it on a free port, for the tests: nothing is installed.
#
#   bench/faults/mysql.sh <folder>        prints the URL of the server once it answers; ends it on SIGTERM or SIGINT
#   TEST_DATABASE_URL=<url> npm test      then runs the e2e suite on it
set -euo pipefail

folder=$(mkdir -p "${1:?folder}" && cd "$1" && pwd)
root=$folder/root
suite=sid
uri=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
[[ -n $uri ]] || uri=$(awk '$1 == "deb" { print $2; exit }' /etc/apt/sources.list)

apt_options=(
  -o "Dir::State=$folder/apt" -o "Dir::State::status=$folder/apt/status" -o "Dir::Cache=$folder/apt/cache"
  -o "Dir::Etc::sourcelist=$folder/apt/sources.list" -o Dir::Etc::sourceparts=- -o APT::Install-Recommends=false
  -o APT::Sandbox::User=root -o Debug::NoLocking=true
)

fetch() {
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$root"
  : >"$folder/apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main" >"$folder/apt/sources.list"
  apt-get "${apt_options[@]}" -qq update
  # The status is empty, so all that it needs is fetched, down to its C library.
  apt-get "${apt_options[@]}" -qq -y --download-only install mysql-server-core
  for package in "$folder"/apt/cache/archives/*.deb; do dpkg-deb -x "$package" "$root"; done
}

# Debian has merged /lib into /usr/lib: what an older package puts into /lib belongs there.
libraries() { find "$root" -type d -name '*-linux-gnu' -path '*lib*' -printf '%p:'; find "$root" -type d -path '*mysql/private' -printf '%p:'; }

mysqld() {
  local loader
  loader=$(find "$root" -name 'ld-linux*.so*' -o -name 'ld-*.so.1' | head -n 1)
  exec "$loader" --library-path "$(libraries)" "$root/usr/sbin/mysqld" --no-defaults --user="$(id -un)" \
    --datadir="$folder/data" --basedir="$root/usr" --lc-messages-dir="$root/usr/share/mysql" \
    --plugin-dir="$root/usr/lib/mysql/plugin" --character-sets-dir="$root/usr/share/mysql/charsets" --secure-file-priv=NULL "$@"
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

[[ -x $root/usr/sbin/mysqld ]] || fetch
[[ -d $folder/data ]] || (mysqld --initialize-insecure) >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
port=$(free_port)
(mysqld --port="$port" --bind-address=127.0.0.1 --socket="$folder/socket" --pid-file="$folder/pid" \
  --mysqlx=OFF --skip-log-bin --innodb-flush-log-at-trx-commit=2) >>"$folder/log" 2>&1 &
server=$!
trap 'kill "$server"; wait "$server"' TERM INT
for _ in $(seq 240); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "mysql://root@127.0.0.1:$port"
    wait "$server"
    exit
  fi
  kill -0 "$server" 2>/dev/null || break
  sleep 0.5
done
cat "$folder/log" >&2
exit 1
