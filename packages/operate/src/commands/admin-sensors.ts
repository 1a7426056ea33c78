import { type AnyCommand, CommandError, exitCodes } from '@wachta/cli'
import { loadAllRows, runAsOperator } from '../operator.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'

interface SensorRow {
  readonly id: number
  readonly name: string
  readonly location: string
  readonly is_active: boolean
  readonly owner_id: number | null
}

const sensorOperand = { name: 'sensor', summary: { en: 'its id', pl: 'identyfikator' } }

const listCommand = defineInstallationCommand({
  path: 'admin sensors list',
  summary: { en: 'list the sensors', pl: 'wypisz sensory' },
  printsRecords: true,
  async run({ out, language, environment }) {
    const rows = await runAsOperator(environment, (operator) => loadAllRows<SensorRow>(operator, 'list_sensors'))
    const yes = { en: 'yes', pl: 'tak' }[language]
    const no = { en: 'no', pl: 'nie' }[language]
    out.table(rows, [
      { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
      { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
      {
        title: { en: 'Active', pl: 'Aktywny' },
        value: ({ is_active }) => (is_active ? yes : no),
        tone: ({ is_active }) => (is_active ? undefined : 'muted'),
        isNeverCut: true,
      },
      { title: { en: 'Location', pl: 'Lokalizacja' }, value: ({ location }) => location },
      { title: { en: 'Owner', pl: 'Właściciel' }, value: ({ owner_id }) => owner_id },
    ])
    return undefined
  },
})

const createCommand = defineInstallationCommand({
  path: 'admin sensors create',
  summary: { en: 'register a sensor', pl: 'zarejestruj sensor' },
  options: {
    name: { kind: 'text', required: true, summary: { en: 'its name', pl: 'nazwa' } },
    location: { kind: 'text', summary: { en: 'its location', pl: 'lokalizacja' } },
    country: { kind: 'text', value: 'CODE', summary: { en: 'two letters, such as PL', pl: 'dwie litery, np. PL' } },
    owner: {
      kind: 'number',
      value: 'ACCOUNT',
      summary: { en: 'the owner of a private sensor', pl: 'właściciel prywatnego sensora' },
    },
  },
  async run({ options: { name, location, country, owner }, out, environment }) {
    const body = {
      name,
      ...(location !== undefined && { location }),
      ...(country !== undefined && { country_code: country }),
      ...(owner !== undefined && { owner_id: owner }),
    }
    const created = await runAsOperator(environment, (operator) => operator.call('create_sensor', { body }))
    const { id } = created as { id: number }
    out.result({ id }, () => {
      out.print({ en: `Sensor ${name} has number ${id}.`, pl: `Sensor ${name} ma numer ${id}.` })
      out.print({
        en: `\`wachta admin sensors token ${id}\` creates its enrolment token.`,
        pl: `\`wachta admin sensors token ${id}\` tworzy jego token rejestracji.`,
      })
    })
    return undefined
  },
})

const tokenCommand = defineInstallationCommand({
  path: 'admin sensors token',
  summary: { en: 'create a one-time enrolment token for a sensor', pl: 'utwórz jednorazowy token rejestracji sensora' },
  details: {
    en: 'Create a token that enrols the sensor once, within 24 hours. An earlier token becomes invalid.',
    pl: 'Utwórz token, którym sensor zarejestruje się raz, w ciągu 24 godzin. Poprzedni traci ważność.',
  },
  operands: [sensorOperand],
  async run({ operands: [id = ''], out, environment }) {
    const params = { _id: parseNumber(id) }
    const enrolment = await runAsOperator(environment, (operator) =>
      operator.call('create_sensor_enrolment', { params }),
    )
    const { token: enrolmentToken, expires_at } = enrolment as { token: string; expires_at: string }
    out.result({ token: enrolmentToken, expires_at }, () => {
      out.print({ en: `SENSOR_TOKEN=${enrolmentToken}`, pl: `SENSOR_TOKEN=${enrolmentToken}` })
      out.print({
        en: `Valid once, until ${expires_at}; it will not be shown again.`,
        pl: `Ważny jeden raz, do ${expires_at}; nie zostanie pokazany ponownie.`,
      })
    })
    return undefined
  },
})

const revokeCommand = defineInstallationCommand({
  path: 'admin sensors revoke',
  summary: { en: 'revoke all credentials of a sensor', pl: 'unieważnij poświadczenia sensora' },
  details: {
    en: 'Revoke all credentials of a sensor. The broker disconnects it within a minute.',
    pl: 'Unieważnij wszystkie poświadczenia sensora. Broker rozłączy go w ciągu minuty.',
  },
  operands: [sensorOperand],
  async run({ operands: [id = ''], out, environment }) {
    const params = { _id: parseNumber(id) }
    await runAsOperator(environment, (operator) => operator.call('revoke_sensor', { params }))
    out.result({ id: Number(id), revoked: true }, () =>
      out.print({ en: `Credentials of sensor ${id} revoked.`, pl: `Unieważniono poświadczenia sensora ${id}.` }),
    )
    return undefined
  },
})

function parseNumber(id: string): string {
  if (/^[1-9]\d{0,15}$/.test(id)) return id
  throw new CommandError(
    { en: `Give the number of the sensor, not "${id}".`, pl: `Podaj numer sensora, a nie „${id}”.` },
    { exitCode: exitCodes.usage },
  )
}

export const adminSensors: readonly AnyCommand[] = [listCommand, createCommand, tokenCommand, revokeCommand]
