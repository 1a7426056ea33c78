import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { startListening } from '@wachta/testing/listening'

/** The path that returns the number of answers of every path. */
const countsPath = '/counts'
const page = 'OK '.repeat(340)

interface TargetFiles {
  readonly key: string
  readonly cert: string
}

export interface Targets extends AsyncDisposable {
  readonly http: string
  readonly https: string
}

/**
 * Serves a page of a kilobyte under every path, over http and on the next port over https, and counts the answers: so
 * checks are counted in the same way for every monitoring tool, whatever it reports itself.
 */
export async function startTargets({ key, cert }: TargetFiles, port = 0): Promise<Targets> {
  const counts = new Map<string, number>()
  const answer: RequestListener = ({ url = '' }, response) => {
    if (url === countsPath) return response.end(JSON.stringify([...counts]))
    counts.set(url, (counts.get(url) ?? 0) + 1)
    return response.end(page)
  }
  const plain = await startListening(createServer(answer), { port })
  const secure = await startListening(
    createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer),
    {
      port: port && port + 1,
    },
  )
  return {
    http: `http://127.0.0.1:${plain.port}`,
    https: `https://127.0.0.1:${secure.port}`,
    async [Symbol.asyncDispose]() {
      await plain.close()
      await secure.close()
    },
  }
}

/** Returns the number of answers of each target below an address, by path. */
export async function readCounts(address: string): Promise<ReadonlyMap<string, number>> {
  const { origin, pathname } = new URL(address)
  const counts: [string, number][] = JSON.parse(await (await fetch(new URL(countsPath, origin))).text())
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`
  return new Map(counts.filter(([path]) => path.startsWith(folder)))
}
