import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import type { Registration } from './registration.ts'
import type { WhoisServer } from './registries.ts'
import { readWhois, type WhoisAnswer } from './whois-answer.ts'

/** The maximum size of one answer, in bytes. */
const maxAnswerBytes = 131_072

/** The query formats of servers that expect more than the domain. */
const queryFormats: Readonly<Record<string, (domain: string) => string>> = {
  // Without the keyword, this server also lists the name servers whose names start with the domain.
  'whois.verisign-grs.com': (domain) => `domain ${domain}`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
  'whois.jprs.jp': (domain) => `${domain}/e`,
  'whois.punktum.dk': (domain) => `--show-handles ${domain}`,
}

/** Queries a registry on port 43 (RFC 3912), and its registrar if the registry has no expiry date. */
export async function queryWhois(
  domain: string,
  probe: Probe,
  /** Called with the text of the answer, also if the query fails; once more with that of the registrar added. */
  keepText: (text: string) => void,
): Promise<Registration> {
  const { registries } = probe
  const topLevelDomain = domain.slice(domain.lastIndexOf('.') + 1)
  const server = registries.whois(topLevelDomain) ?? (await findServer(topLevelDomain, registries.root, probe))
  const { answer, text } = await sendQuery(server, domain, probe)
  keepText(text)
  if (answer.verdict === 'not_found')
    throw new CheckFailure('domain_not_found', `${server.host} does not know ${domain}`)
  if (answer.verdict === 'refused')
    throw new CheckFailure('domain_registry_refused', `${server.host} gave no data: ${text.trim()}`)
  const { referral } = answer
  if (answer.expires !== null || referral === null || referral.toLowerCase() === server.host) return answer
  const found = await queryRegistrar({ host: referral, port: server.port }, domain, probe)
  if (found === undefined) return answer
  keepText(`${text}\n${found.text}`)
  return found.answer.expires === null ? answer : { expires: found.answer.expires, statuses: found.answer.statuses }
}

/** Returns what the registrar answers, if it does. Only the registry decides whether the domain exists. */
async function queryRegistrar(
  server: WhoisServer,
  domain: string,
  probe: Probe,
): Promise<{ answer: WhoisAnswer; text: string } | undefined> {
  return sendQuery(server, domain, probe).catch(() => undefined)
}

/** Finds the WHOIS server of a top-level domain. A referral names no port, so the port of the root server is used. */
async function findServer(topLevelDomain: string, root: WhoisServer, probe: Probe): Promise<WhoisServer> {
  const { referral } = (await sendQuery(root, topLevelDomain, probe)).answer
  if (referral === null) throw new CheckFailure('domain_unsupported', `no registry is known for .${topLevelDomain}`)
  return { host: referral, port: root.port }
}

async function sendQuery(
  server: WhoisServer,
  query: string,
  probe: Probe,
): Promise<{ answer: WhoisAnswer; text: string }> {
  const socket = await probe.network.connect(server)
  probe.enter('command')
  const formattedQuery = queryFormats[server.host]?.(query) ?? query
  socket.write(`${formattedQuery}\r\n`)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of socket) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxAnswerBytes) break
  }
  socket.destroy()
  probe.countBytes(size)
  const text = decodeText(Buffer.concat(chunks).subarray(0, maxAnswerBytes))
  return { answer: readWhois(text), text }
}

/** Decodes UTF-8, or else Latin-1, which older servers use. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
