import type { Account, Export, Import } from '@nats-io/jwt'

/** The keys that sign the users of an account. */
export interface AccountSigner {
  /** The public key of the account. */
  readonly account: string
  /** The seed of one of its signing keys. */
  readonly signing: string
}

const unlimited = -1

const limits = {
  conn: unlimited,
  subs: unlimited,
  data: unlimited,
  payload: unlimited,
  // No leaf nodes, so that the key of a sensor cannot connect another broker to this one.
  leaf: 0,
  imports: 0,
  exports: 0,
  wildcards: false,
  disallow_bearer: true,
}

/**
 * The subjects of requests from sensors to the centre. If the centre does not answer within `seconds`, the broker
 * removes the reply subject.
 */
const requests: readonly { readonly name: string; readonly subject: string; readonly seconds: number }[] = [
  { name: 'results', subject: 'res.>', seconds: 10 },
  { name: 'results of private sensors', subject: 'own.>', seconds: 10 },
  { name: 'artifacts', subject: 'art.>', seconds: 10 },
  { name: 'beats', subject: 'beat.>', seconds: 5 },
  { name: 'answers', subject: 'ans.>', seconds: 5 },
  { name: 'wanted', subject: 'want.>', seconds: 10 },
]
/** The pulls of assignments: one request gets several messages. The limit is longer than the wait of the readers. */
const pulls = { name: 'assignments', subject: '$JS.API.CONSUMER.MSG.NEXT.*.*', seconds: 60 }
const commands = { name: 'commands', subject: 'cmd.>', type: 'stream' } as const

const accountExports: Export[] = [
  ...requests.map((one) => ({ ...toExport(one), response_type: 'Singleton' as const })),
  { ...toExport(pulls), response_type: 'Stream' },
  commands,
]

function toExport({ name, subject, seconds }: (typeof requests)[number]) {
  return { name, subject, type: 'service' as const, response_threshold: seconds * 1e9 }
}

/** The system account of the broker. It has no storage. */
export const systemAccount: Partial<Account> = { limits }

/** The account of the centre. It contains all streams, and only processes of the centre are its users. */
export const buildCentreAccount = (signing: string): Partial<Account> => ({
  signing_keys: [signing],
  exports: accountExports,
  limits: {
    ...limits,
    exports: accountExports.length,
    wildcards: true,
    mem_storage: unlimited,
    disk_storage: unlimited,
    streams: unlimited,
    consumer: unlimited,
  },
})

/**
 * The account of the sensors. It has no streams, and of the JetStream API only the pulls of assignments: the broker
 * sends an acknowledgement to any subject that a sensor names, and from this account it can reach only sensors.
 */
export const buildSensorsAccount = (signing: string, centre: string): Partial<Account> => {
  const imports: Import[] = [...requests.map(toImport), toImport(pulls), { ...commands, account: centre }]
  function toImport({ name, subject }: { readonly name: string; readonly subject: string }): Import {
    return { name, subject, type: 'service', account: centre, local_subject: subject }
  }
  return { signing_keys: [signing], imports, limits: { ...limits, imports: imports.length } }
}
