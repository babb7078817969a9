export type Service = {
  /** The name of the service, of its account and of its settings file. */
  name: string;
  /** The folder with `dist/` and `node_modules/`. */
  folder: string;
  /** The program Node. */
  node: string;
};

export type ServiceFile = { path: string; mode: number; text: string };

/** systemd replaces marks such as `%h`. */
const literal = (text: string) => text.replaceAll('%', '%%');
/** The program of a unit. Marks such as `$` mean nothing in it, unlike in its arguments. */
const programOf = (text: string) =>
  /^[\w%./=-]+$/.test(literal(text))
    ? literal(text)
    : `"${literal(text).replaceAll(/["\\]/g, '\\$&')}"`;
/** An argument of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export const settingsPath = ({ name }: Service) => `/etc/${name}.env`;
export const dataFolder = ({ name }: Service) => `/var/lib/${name}`;

/** The unit. It starts again whatever happened, however often: PostgreSQL may need minutes. */
function unit(service: Service): string {
  const { name, folder, node } = service;
  return `[Unit]
Description=BranchDesk
Documentation=file:${literal(encodeURI(folder))}/docs/operations.md
Wants=network-online.target
After=network-online.target time-sync.target postgresql.service
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=all
User=${name}
Group=${name}
WorkingDirectory=${literal(folder)}
StateDirectory=${name}
StateDirectoryMode=0700
UMask=0077
Environment=NODE_ENV=production
ExecStart=${programOf(node)} --env-file=${settingsPath(service)} dist/server/main.js
Restart=always
RestartSec=5
TimeoutStartSec=15min
TimeoutStopSec=15
WatchdogSec=2min
# A dump of the memory would hold data of people.
LimitCORE=0
# Ports below 1024, such as 443.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=full

[Install]
WantedBy=multi-user.target
`;
}

function settings(service: Service): string {
  return `# Settings of BranchDesk. docs/operations.md, "Environment", has all of them.
# After a change: systemctl restart ${service.name}
DATA_DIR=${dataFolder(service)}
HOST=127.0.0.1
PORT=4173

# PostgreSQL instead of the embedded database in DATA_DIR.
#DATABASE_URL=postgresql://user:password@127.0.0.1:5432/branchdesk

# HTTPS by a proxy on this machine, or by the server itself.
#TRUST_PROXY=1
#TLS_CERT=/etc/${service.name}/cert.pem
#TLS_KEY=/etc/${service.name}/key.pem

# A backup every night, into a folder on another disk that ${service.name} may write.
#BACKUP_DIR=/mnt/backups
#BACKUP_AT=21:00
#BACKUP_SECOND_DIR=/media/stick
#BACKUP_PASSPHRASE=
`;
}

/** `branchdesk backup` and the like: the account and the settings are those of the service. */
function command(service: Service): string {
  const { name, folder, node } = service;
  const run = `${quoted(node)} --env-file=${settingsPath(service)} ${quoted(`${folder}/scripts/built.mjs`)}`;
  return `#!/bin/sh
# Runs a program of BranchDesk with the account and the settings of its service:
# ${name} backup | restore FILE | recover EMAIL | check-books | move-to-postgres
[ "$(id -u)" = 0 ] || { echo "Write: sudo ${name} $*" >&2; exit 1; }
[ -n "$1" ] || { echo "Write: ${name} backup, restore FILE, recover EMAIL, check-books or move-to-postgres" >&2; exit 1; }
exec runuser -u ${name} -- env NODE_ENV=production ${run} "$@"
`;
}

/** Everything that makes a service of an installed folder. */
export function serviceFiles(service: Service): ServiceFile[] {
  const { name } = service;
  return [
    { path: `/etc/systemd/system/${name}.service`, mode: 0o644, text: unit(service) },
    { path: settingsPath(service), mode: 0o640, text: settings(service) },
    { path: `/usr/local/bin/${name}`, mode: 0o755, text: command(service) },
  ];
}
