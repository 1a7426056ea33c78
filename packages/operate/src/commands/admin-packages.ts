import { type AnyCommand, CommandError, exitCodes, type LocalizedText } from '@wachta/cli'
import { loadAllRows, runAsOperator } from '../operator.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'

/** The limits that are numbers, by their names in the API. */
const limitNames = [
  'maximum_services',
  'maximum_sensors',
  'maximum_sms_numbers',
  'minimum_interval',
  'monthly_reports_limit',
  'maximum_requests_per_minute',
] as const

const limitTitles: Readonly<Record<(typeof limitNames)[number], LocalizedText>> = {
  maximum_services: { en: 'Services', pl: 'Usługi' },
  maximum_sensors: { en: 'Sensors', pl: 'Sensory' },
  maximum_sms_numbers: { en: 'SMS numbers', pl: 'Numery SMS' },
  minimum_interval: { en: 'Min. interval (s)', pl: 'Min. interwał (s)' },
  monthly_reports_limit: { en: 'Reports/month', pl: 'Raporty/mies.' },
  maximum_requests_per_minute: { en: 'Requests/min', pl: 'Żądania/min' },
}

type PackageRow = Readonly<Record<(typeof limitNames)[number] | 'id', number>> & { readonly name: string }

const listCommand = defineInstallationCommand({
  path: 'admin packages list',
  summary: { en: 'list the packages with their limits', pl: 'wypisz pakiety i ich limity' },
  printsRecords: true,
  async run({ out, environment }) {
    const rows = await runAsOperator(environment, (operator) =>
      loadAllRows<PackageRow>(operator, 'list_admin_packages'),
    )
    out.table(rows, [
      { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
      { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
      ...limitNames.map((limit) => ({
        title: limitTitles[limit],
        value: (row: PackageRow) => row[limit],
        isNeverCut: true,
        isNumber: true,
      })),
    ])
    return undefined
  },
})

const setLimitCommand = defineInstallationCommand({
  path: 'admin packages set-limit',
  summary: { en: 'change a limit of a package', pl: 'zmień limit pakietu' },
  operands: [
    { name: 'package', summary: { en: 'its id', pl: 'identyfikator' } },
    { name: 'limit', summary: { en: 'name of the limit', pl: 'nazwa limitu' }, choices: limitNames },
    { name: 'value', summary: { en: 'a whole number', pl: 'liczba całkowita' } },
  ],
  async run({ operands: [id = '', limit = '', value = ''], out, environment }) {
    if (!/^[1-9]\d{0,15}$/.test(id))
      throw createUsageError(`Give the number of the package, not "${id}".`, `Podaj numer pakietu, a nie „${id}”.`)
    if (!limitNames.some((each) => each === limit))
      throw createUsageError(
        `The limit must be one of ${limitNames.join(', ')}.`,
        `Limit musi być jednym z: ${limitNames.join(', ')}.`,
      )
    if (!/^\d{1,10}$/.test(value))
      throw createUsageError(
        `The value must be an integer, not "${value}".`,
        `Wartość musi być liczbą całkowitą, nie „${value}”.`,
      )
    const body = { [limit]: Number(value) }
    await runAsOperator(environment, (operator) => operator.call('update_admin_package', { params: { _id: id }, body }))
    out.result({ id: Number(id), ...body }, () =>
      out.print({ en: `Package ${id}: ${limit} is ${value}.`, pl: `Pakiet ${id}: ${limit} wynosi ${value}.` }),
    )
    return undefined
  },
})

const createUsageError = (en: string, pl: string) => new CommandError({ en, pl }, { exitCode: exitCodes.usage })

export const adminPackages: readonly AnyCommand[] = [listCommand, setLimitCommand]
