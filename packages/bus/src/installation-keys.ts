import { type Account, encodeAccount, encodeOperator, encodeUser } from '@nats-io/jwt'
import { createAccount, createCurve, createOperator, createUser, fromSeed } from '@nats-io/nkeys'
import { type AccountSigner, centreAccount, sensorsAccount, systemAccount } from './accounts.ts'
import type { BusCredentials } from './bus.ts'
import { publicCurveKey, readSeed } from './keys.ts'

/** What signs in the name of an installation: seeds, and the public keys that they speak for. Its own account is the sensors'. */
export interface InstallationKeys extends AccountSigner {
  /** The account of the centre. Not there in a file from the time when centre and sensors shared one account. */
  readonly centre?: AccountSigner
  /** Signs accounts, and so what is revoked. The operator's own key is needed for nothing else but another one of these. */
  readonly operator_signing: string
  /** A user of the broker's own account: it hands over changed accounts. */
  readonly system: BusCredentials
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
  /** Every other account with its token. */
  readonly accounts: Readonly<Record<string, string>>
}

/** Makes all keys of an installation, and the tokens that its broker starts with. */
export async function createInstallationKeys(name = 'wachta'): Promise<NewInstallation> {
  const [operator, operatorSigning] = [createOperator(), createOperator()]
  const [system, account, signing] = [createAccount(), createAccount(), createAccount()]
  const systemUser = createUser()
  const signer = readSeed(operatorSigning)
  const operator_jwt = await encodeOperator(name, readSeed(operator), {
    signing_keys: [operatorSigning.getPublicKey()],
    system_account: system.getPublicKey(),
  })
  const system_jwt = await encodeUser('system', systemUser.getPublicKey(), readSeed(system), {})
  const keys: InstallationKeys = {
    operator_signing: signer,
    account: account.getPublicKey(),
    signing: readSeed(signing),
    centre: createAccountSigner(),
    system: { jwt: system_jwt, seed: readSeed(systemUser) },
    encryption: readSeed(createCurve()),
  }
  return {
    keys,
    operator: readSeed(operator),
    broker: {
      operator_jwt,
      system_account: system.getPublicKey(),
      system_account_jwt: await encodeAccount('system', system.getPublicKey(), systemAccount, { signer }),
      accounts: await readAccounts(keys, name),
    },
  }
}

/** An account that nobody has yet, with a key that signs for it. */
export function createAccountSigner(): AccountSigner {
  return { account: createAccount().getPublicKey(), signing: readSeed(createAccount()) }
}

/** The accounts of the centre and of the sensors, signed. Whoever was revoked before stays so. */
export async function readAccounts(
  keys: InstallationKeys,
  name = 'wachta',
  revocations: NonNullable<Account['revocations']> = {},
): Promise<Record<string, string>> {
  const { account, signing, centre, operator_signing: signer } = keys
  if (centre === undefined) throw new Error('the keys know no account of the centre')
  const ofCentre = centreAccount(publicKeyOf(centre.signing))
  const ofSensors = { ...sensorsAccount(publicKeyOf(signing), centre.account), revocations }
  return {
    [centre.account]: await encodeAccount(`${name}-centre`, centre.account, ofCentre, { signer }),
    [account]: await encodeAccount(name, account, ofSensors, { signer }),
  }
}

const publicKeyOf = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey()

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
${preloaded(broker.accounts)}}
`
}

const preloaded = (accounts: Readonly<Record<string, string>>): string =>
  Object.entries(accounts)
    .map(([account, jwt]) => `  ${account}: ${jwt}\n`)
    .join('')

/** The keys as a file, and back: a key that is no key is found when they are read, not when they are needed. */
export const writeKeys = (keys: InstallationKeys): string => `${JSON.stringify(keys, null, 2)}\n`

export function readKeys(text: string): InstallationKeys {
  const keys = JSON.parse(text) as InstallationKeys
  const accounts = [keys, ...(keys.centre === undefined ? [] : [keys.centre])]
  const seeds = [keys.operator_signing, keys.system?.seed, ...accounts.map(({ signing }) => signing)]
  try {
    for (const seed of seeds) fromSeed(new TextEncoder().encode(seed))
    publicCurveKey(keys.encryption)
    if (!accounts.every(({ account }) => /^A[A-Z2-7]{55}$/.test(account))) throw new TypeError('no account')
    if (typeof keys.system.jwt !== 'string') throw new TypeError('no system user')
  } catch (cause) {
    throw new Error('not a file of installation keys', { cause })
  }
  return keys
}
