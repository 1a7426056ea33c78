import { type AnyCommand, CommandError, exitCodes } from '@wachta/cli'
import { allRows, asOperator } from '../operator.ts'
import { ofInstallation } from '../single-node/of-installation.ts'

interface SensorRow {
  readonly id: number
  readonly name: string
  readonly location: string
  readonly is_active: boolean
  readonly owner_id: number | null
}

const sensorOperand = { name: 'sensor', summary: { en: 'its number', pl: 'jego numer' } }

const list = ofInstallation({
  path: 'admin sensors list',
  summary: { en: 'list the sensors', pl: 'wypisz sensory' },
  async run({ out, language, environment }) {
    const rows = await asOperator(environment, (operator) => allRows<SensorRow>(operator, 'list_sensors'))
    const yes = { en: 'yes', pl: 'tak' }[language]
    const no = { en: 'no', pl: 'nie' }[language]
    out.table(rows, [
      { title: { en: 'Number', pl: 'Numer' }, value: ({ id }) => id },
      { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
      { title: { en: 'Location', pl: 'Miejsce' }, value: ({ location }) => location },
      { title: { en: 'Active', pl: 'Aktywny' }, value: ({ is_active }) => (is_active ? yes : no) },
      { title: { en: 'Owner', pl: 'Właściciel' }, value: ({ owner_id }) => owner_id },
    ])
    return undefined
  },
})

const create = ofInstallation({
  path: 'admin sensors create',
  summary: { en: 'register a sensor', pl: 'zarejestruj sensor' },
  options: {
    name: { kind: 'text', required: true, summary: { en: 'what it is called', pl: 'jak się nazywa' } },
    location: { kind: 'text', summary: { en: 'where it stands', pl: 'gdzie stoi' } },
    country: { kind: 'text', value: 'CODE', summary: { en: 'two letters, such as PL', pl: 'dwie litery, np. PL' } },
    owner: {
      kind: 'number',
      value: 'ACCOUNT',
      summary: { en: 'whose private sensor it is', pl: 'czyj to prywatny sensor' },
    },
  },
  async run({ options: { name, location, country, owner }, out, environment }) {
    const body = {
      name,
      ...(location !== undefined && { location }),
      ...(country !== undefined && { country_code: country }),
      ...(owner !== undefined && { owner_id: owner }),
    }
    const created = await asOperator(environment, (operator) => operator.call('create_sensor', { body }))
    const { id } = created as { id: number }
    out.result({ id }, () => {
      out.say({ en: `Sensor ${name} has number ${id}.`, pl: `Sensor ${name} ma numer ${id}.` })
      out.say({
        en: `\`wachta admin sensors token ${id}\` makes the token by which it introduces itself.`,
        pl: `\`wachta admin sensors token ${id}\` tworzy token, którym sensor się przedstawi.`,
      })
    })
    return undefined
  },
})

const token = ofInstallation({
  path: 'admin sensors token',
  summary: { en: 'make the one-time token of a sensor', pl: 'utwórz jednorazowy token sensora' },
  details: {
    en: 'Make a token by which the sensor introduces itself once, within a day. A former one becomes worthless.',
    pl: 'Utwórz token, którym sensor przedstawi się raz, w ciągu doby. Poprzedni traci ważność.',
  },
  operands: [sensorOperand],
  async run({ operands: [id = ''], out, environment }) {
    const params = { _id: numberOf(id) }
    const made = await asOperator(environment, (operator) => operator.call('create_sensor_enrolment', { params }))
    const { token: word, expires_at } = made as { token: string; expires_at: string }
    out.result({ token: word, expires_at }, () => {
      out.say({ en: `SENSOR_TOKEN=${word}`, pl: `SENSOR_TOKEN=${word}` })
      out.say({
        en: `Good once, until ${expires_at}; it will not be shown again.`,
        pl: `Ważny jeden raz, do ${expires_at}; nie zostanie pokazany ponownie.`,
      })
    })
    return undefined
  },
})

const revoke = ofInstallation({
  path: 'admin sensors revoke',
  summary: { en: 'take away all credentials of a sensor', pl: 'odbierz sensorowi wszystkie uprawnienia' },
  details: {
    en: 'Take away all credentials of a sensor. The api tells the broker, which cuts it off within a minute.',
    pl: 'Odbierz sensorowi wszystkie uprawnienia. Proces api powiadomi broker, który odetnie go w ciągu minuty.',
  },
  operands: [sensorOperand],
  async run({ operands: [id = ''], out, environment }) {
    const params = { _id: numberOf(id) }
    await asOperator(environment, (operator) => operator.call('revoke_sensor', { params }))
    out.result({ id: Number(id), revoked: true }, () =>
      out.say({ en: `Sensor ${id} is revoked.`, pl: `Sensor ${id} stracił uprawnienia.` }),
    )
    return undefined
  },
})

function numberOf(id: string): string {
  if (/^[1-9]\d{0,15}$/.test(id)) return id
  throw new CommandError(
    { en: `A sensor is named by its number, not "${id}".`, pl: `Sensor podaje się numerem, a nie „${id}”.` },
    { exitCode: exitCodes.usage },
  )
}

export const adminSensors: readonly AnyCommand[] = [list, create, token, revoke]
