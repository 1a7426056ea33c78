import type { Account, Export, Import } from '@nats-io/jwt'

/** Who signs users of an account: the account's public key, and the seed of one of its signing keys. */
export interface AccountSigner {
  readonly account: string
  readonly signing: string
}

const unlimited = -1

const limits = {
  conn: unlimited,
  subs: unlimited,
  data: unlimited,
  payload: unlimited,
  // Nobody bridges another network into this one with the key of a sensor.
  leaf: 0,
  imports: 0,
  exports: 0,
  wildcards: false,
  disallow_bearer: true,
}

/** What sensors say to the centre. The broker forgets where an answer would go once the centre has been silent that long. */
const requests: readonly { readonly name: string; readonly subject: string; readonly seconds: number }[] = [
  { name: 'results', subject: 'res.>', seconds: 10 },
  { name: 'results of private sensors', subject: 'own.>', seconds: 10 },
  { name: 'artifacts', subject: 'art.>', seconds: 10 },
  { name: 'beats', subject: 'beat.>', seconds: 5 },
  { name: 'answers', subject: 'ans.>', seconds: 5 },
  { name: 'wanted', subject: 'want.>', seconds: 10 },
]
/** One pull brings several messages, and stays open longer than the readers ask for. */
const pulls = { name: 'assignments', subject: '$JS.API.CONSUMER.MSG.NEXT.*.*', seconds: 60 }
const commands = { name: 'commands', subject: 'cmd.>', type: 'stream' } as const

const exported: Export[] = [
  ...requests.map((one) => ({ ...serviceOf(one), response_type: 'Singleton' as const })),
  { ...serviceOf(pulls), response_type: 'Stream' },
  commands,
]

function serviceOf({ name, subject, seconds }: (typeof requests)[number]) {
  return { name, subject, type: 'service' as const, response_threshold: seconds * 1e9 }
}

/** The broker's own account: it stores nothing for anybody. */
export const systemAccount: Partial<Account> = { limits }

/** The account of the centre: all streams live here, and nobody but the centre is in it. */
export const centreAccount = (signing: string): Partial<Account> => ({
  signing_keys: [signing],
  exports: exported,
  limits: {
    ...limits,
    exports: exported.length,
    wildcards: true,
    mem_storage: unlimited,
    disk_storage: unlimited,
    streams: unlimited,
    consumer: unlimited,
  },
})

/**
 * The account of the sensors. It holds no stream, and nothing of the broker's interface but the pulls of assignments: the
 * broker sends an acknowledgement to whatever subject a sensor names, and from here it reaches sensors alone.
 */
export const sensorsAccount = (signing: string, centre: string): Partial<Account> => {
  const imports: Import[] = [...requests.map(importOf), importOf(pulls), { ...commands, account: centre }]
  function importOf({ name, subject }: { readonly name: string; readonly subject: string }): Import {
    return { name, subject, type: 'service', account: centre, local_subject: subject }
  }
  return { signing_keys: [signing], imports, limits: { ...limits, imports: imports.length } }
}
