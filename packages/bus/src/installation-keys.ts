import { type Account, encodeAccount, encodeOperator, encodeUser } from '@nats-io/jwt'
import { createAccount, createCurve, createOperator, createUser, fromSeed } from '@nats-io/nkeys'
import { type AccountSigner, buildCentreAccount, buildSensorsAccount, systemAccount } from './accounts.ts'
import type { BusCredentials } from './bus.ts'
import { readSeed, toPublicCurveKey } from './keys.ts'

/** The keys that sign for an installation. The inherited fields are those of the account of the sensors. */
export interface InstallationKeys extends AccountSigner {
  /** The account of the centre. Missing in an old file, from when the centre and the sensors shared one account. */
  readonly centre?: AccountSigner
  /**
   * The seed of the key that signs accounts, and with them the revocations. The main key of the operator is needed only
   * to replace this one.
   */
  readonly operator_signing: string
  /** A user of the system account of the broker, which stores changed accounts in the broker. */
  readonly system: BusCredentials
  /** The seed of the key that seals secrets to sensors. */
  readonly encryption: string
}

export interface NewInstallation {
  readonly keys: InstallationKeys
  /** The seed of the main key of the operator. Keep it outside the installation: it can replace all other keys. */
  readonly operator: string
  /** The tokens in the configuration of the broker. */
  readonly broker: BrokerIdentity
}

interface BrokerIdentity {
  readonly operator_jwt: string
  readonly system_account: string
  readonly system_account_jwt: string
  /** The tokens of all other accounts, by account. */
  readonly accounts: Readonly<Record<string, string>>
}

/** Creates all keys of an installation, and the tokens for the configuration of its broker. */
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
      accounts: await signAccounts(keys, name),
    },
  }
}

/** Creates a new account with a signing key. */
export function createAccountSigner(): AccountSigner {
  return { account: createAccount().getPublicKey(), signing: readSeed(createAccount()) }
}

/** Returns the signed tokens of the accounts of the centre and of the sensors, with the given revocations. */
export async function signAccounts(
  keys: InstallationKeys,
  name = 'wachta',
  revocations: NonNullable<Account['revocations']> = {},
): Promise<Record<string, string>> {
  const { account, signing, centre, operator_signing: signer } = keys
  if (centre === undefined) throw new Error('the keys have no account of the centre')
  const centreClaims = buildCentreAccount(toPublicKey(centre.signing))
  const sensorsClaims = { ...buildSensorsAccount(toPublicKey(signing), centre.account), revocations }
  return {
    [centre.account]: await encodeAccount(`${name}-centre`, centre.account, centreClaims, { signer }),
    [account]: await encodeAccount(name, account, sensorsClaims, { signer }),
  }
}

const toPublicKey = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey()

/** Returns a configuration of nats-server with the operator and the first accounts; later changes are in its store. */
export function renderServerConfiguration(
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
${renderAccounts(broker.accounts)}}
`
}

const renderAccounts = (accounts: Readonly<Record<string, string>>): string =>
  Object.entries(accounts)
    .map(([account, jwt]) => `  ${account}: ${jwt}\n`)
    .join('')

/** Returns the keys as the content of a file. */
export const writeKeys = (keys: InstallationKeys): string => `${JSON.stringify(keys, null, 2)}\n`

/** Reads a file of keys. It validates every key, so that an invalid one is found now and not when it is needed. */
export function readKeys(text: string): InstallationKeys {
  const keys = JSON.parse(text) as InstallationKeys
  const accounts = [keys, ...(keys.centre === undefined ? [] : [keys.centre])]
  const seeds = [keys.operator_signing, keys.system?.seed, ...accounts.map(({ signing }) => signing)]
  try {
    for (const seed of seeds) fromSeed(new TextEncoder().encode(seed))
    toPublicCurveKey(keys.encryption)
    if (!accounts.every(({ account }) => /^A[A-Z2-7]{55}$/.test(account))) throw new TypeError('no account')
    if (typeof keys.system.jwt !== 'string') throw new TypeError('no system user')
  } catch (cause) {
    throw new Error('not a file of installation keys', { cause })
  }
  return keys
}
