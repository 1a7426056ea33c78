import { type Account, encodeAccount, encodeOperator, encodeUser } from '@nats-io/jwt'
import { createAccount, createCurve, createOperator, createUser, fromSeed } from '@nats-io/nkeys'
import type { Credentials } from './bus.ts'
import type { AccountSigner } from './credentials.ts'
import { publicCurveKey, seedOf } from './keys.ts'

/** What signs in the name of an installation: seeds, and the public keys that they speak for. */
export interface InstallationKeys extends AccountSigner {
  /** Signs accounts, and so what is revoked. The operator's own key is needed for nothing else but another one of these. */
  readonly operator_signing: string
  /** A user of the broker's own account: it hands over changed accounts. */
  readonly system: Credentials
  /** Seals secrets to sensors. */
  readonly encryption: string
}

export interface NewInstallation {
  readonly keys: InstallationKeys
  /** To be kept away from the installation: whoever has it can sign everything anew. */
  readonly operator: string
  /** What the broker starts from. */
  readonly broker: BrokerIdentity
}

interface BrokerIdentity {
  readonly operator_jwt: string
  readonly system_account: string
  readonly system_account_jwt: string
  readonly account: string
  readonly account_jwt: string
}

/** Makes all keys of an installation, and the tokens that its broker starts with. */
export async function createInstallationKeys(name = 'wachta'): Promise<NewInstallation> {
  const [operator, operatorSigning] = [createOperator(), createOperator()]
  const [system, account, signing] = [createAccount(), createAccount(), createAccount()]
  const systemUser = createUser()
  const signer = seedOf(operatorSigning)
  const operator_jwt = await encodeOperator(name, seedOf(operator), {
    signing_keys: [operatorSigning.getPublicKey()],
    system_account: system.getPublicKey(),
  })
  const system_jwt = await encodeUser('system', systemUser.getPublicKey(), seedOf(system), {})
  const keys: InstallationKeys = {
    operator_signing: signer,
    account: account.getPublicKey(),
    signing: seedOf(signing),
    system: { jwt: system_jwt, seed: seedOf(systemUser) },
    encryption: seedOf(createCurve()),
  }
  return {
    keys,
    operator: seedOf(operator),
    broker: {
      operator_jwt,
      system_account: system.getPublicKey(),
      system_account_jwt: await encodeAccount('system', system.getPublicKey(), { limits }, { signer }),
      account: account.getPublicKey(),
      account_jwt: await encodeAccount(name, account.getPublicKey(), accountOf(signing.getPublicKey()), { signer }),
    },
  }
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

const accountOf = (signing: string): Partial<Account> => ({
  signing_keys: [signing],
  limits: {
    ...limits,
    mem_storage: unlimited,
    disk_storage: unlimited,
    streams: unlimited,
    consumer: unlimited,
  },
})

/** A configuration of nats-server: it knows the operator, and keeps what is handed over later in its store. */
export function serverConfiguration(
  broker: BrokerIdentity,
  { host = '127.0.0.1', port, store }: { readonly host?: string; readonly port: number; readonly store: string },
): string {
  return `listen: ${JSON.stringify(`${host}:${port}`)}
server_name: wachta
max_payload: 1048576
jetstream { store_dir: ${JSON.stringify(`${store}/jetstream`)} }
operator: ${broker.operator_jwt}
system_account: ${broker.system_account}
resolver {
  type: full
  dir: ${JSON.stringify(`${store}/accounts`)}
  allow_delete: false
  interval: "1m"
}
resolver_preload {
  ${broker.system_account}: ${broker.system_account_jwt}
  ${broker.account}: ${broker.account_jwt}
}
`
}

/** The keys as a file, and back: a key that is no key is found when they are read, not when they are needed. */
export const writeKeys = (keys: InstallationKeys): string => `${JSON.stringify(keys, null, 2)}\n`

export function readKeys(text: string): InstallationKeys {
  const keys = JSON.parse(text) as InstallationKeys
  const seeds = [keys.operator_signing, keys.signing, keys.system?.seed]
  try {
    for (const seed of seeds) fromSeed(new TextEncoder().encode(seed))
    publicCurveKey(keys.encryption)
    if (!/^A[A-Z2-7]{55}$/.test(keys.account) || typeof keys.system.jwt !== 'string') throw new TypeError('no account')
  } catch (cause) {
    throw new Error('not a file of installation keys', { cause })
  }
  return keys
}
