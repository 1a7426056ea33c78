import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CommandError, command } from '@wachta/cli'

/**
 * Writes the configuration of HAProxy, its maps and its script; `--live` also replaces the maps of a running HAProxy.
 */
export const routerCommand = command({
  path: 'cells haproxy',
  summary: { en: 'write the configuration and the maps of HAProxy', pl: 'zapisz konfigurację i mapy HAProxy' },
  details: {
    en: 'Write haproxy.cfg, directory.lua and the maps by which HAProxy leads each request to its cell. With --live, the maps of a running HAProxy are replaced at once, which needs no reload; reload it when cells or addresses have changed. Needs DIRECTORY_POSTGRES_URL.',
    pl: 'Zapisz haproxy.cfg, directory.lua i mapy, według których HAProxy kieruje każde żądanie do jego komórki. Z --live mapy działającego HAProxy są podmieniane od razu, bez przeładowania; przeładuj go, gdy zmienią się komórki lub adresy. Wymaga DIRECTORY_POSTGRES_URL.',
  },
  options: {
    to: {
      kind: 'text',
      value: 'FOLDER',
      default: '/etc/haproxy/wachta',
      summary: { en: 'where to write', pl: 'dokąd zapisać' },
    },
    host: {
      kind: 'texts',
      value: 'NAME',
      summary: {
        en: 'a host name of the API and the web app; may be repeated, such as for ARTIFACTS_URL',
        pl: 'nazwa hosta API i aplikacji; można powtórzyć, np. dla ARTIFACTS_URL',
      },
    },
    'pages-host': {
      kind: 'text',
      value: 'NAME',
      required: true,
      summary: { en: 'the host name of PAGES_URL', pl: 'nazwa hosta z PAGES_URL' },
    },
    bind: {
      kind: 'text',
      value: 'ADDRESS',
      default: ':80',
      summary: {
        en: 'what HAProxy listens on, in its own syntax, e.g. ":443 ssl crt /etc/haproxy/wachta.pem"',
        pl: 'na czym nasłuchuje HAProxy, w jego składni, np. ":443 ssl crt /etc/haproxy/wachta.pem"',
      },
    },
    'pages-tls-bind': {
      kind: 'text',
      value: 'ADDRESS',
      summary: {
        en: 'where custom domains get TLS from their cells, e.g. ":443"; --bind then needs another port',
        pl: 'gdzie własne domeny dostają TLS od swoich komórek, np. ":443"; --bind wymaga wtedy innego portu',
      },
    },
    'directory-url': {
      kind: 'text',
      value: 'URL',
      default: 'http://127.0.0.1:8095',
      summary: { en: 'the URL of the directory for HAProxy', pl: 'adres URL katalogu dla HAProxy' },
    },
    socket: {
      kind: 'text',
      value: 'FILE',
      default: '/run/haproxy/wachta.sock',
      summary: { en: 'the admin socket of HAProxy', pl: 'gniazdo administracyjne HAProxy' },
    },
    live: {
      kind: 'flag',
      summary: { en: 'replace the maps of the running HAProxy too', pl: 'podmień też mapy działającego HAProxy' },
    },
  },
  async run({ options, out, environment }) {
    if (options.host.length === 0)
      throw new CommandError({ en: 'Name the host of the API with --host.', pl: 'Podaj host API opcją --host.' })
    const [{ openDirectoryDatabase }, routerMaps, { formatRouterConfig }, { formatRouterScript }] = await Promise.all([
      import('../cells/open-cells.ts'),
      import('../cells/router-maps.ts'),
      import('../cells/router-config.ts'),
      import('../cells/router-script.ts'),
    ])
    await using directory = await openDirectoryDatabase(environment)
    const loaded = await routerMaps.loadRouterMaps(directory)
    const folder = resolve(options.to)
    const { host: hosts, 'pages-host': pagesHost, 'pages-tls-bind': pagesTlsBind, bind, socket } = options
    await mkdir(folder, { recursive: true })
    await Promise.all([
      ...Object.entries(loaded.maps).map(([name, map]) =>
        replace(join(folder, `${name}.map`), routerMaps.formatMap(map)),
      ),
      replace(join(folder, 'directory.lua'), formatRouterScript(options['directory-url'])),
      replace(
        join(folder, 'haproxy.cfg'),
        formatRouterConfig(loaded.cells, { folder, hosts, pagesHost, pagesTlsBind, bind, socket }),
      ),
    ])
    if (options.live) await routerMaps.replaceMaps(socket, folder, loaded.maps)
    const cells = loaded.cells.length
    out.result({ folder, cells }, () =>
      out.print({ en: `Written for ${cells} cells: ${folder}`, pl: `Zapisano dla ${cells} komórek: ${folder}` }),
    )
    return undefined
  },
})

/** Replaces a file atomically, so that HAProxy never reads half of it. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
