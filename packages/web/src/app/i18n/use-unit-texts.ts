import { useI18n } from './language.tsx'

/** Returns the names of units for a duration field. */
export function useUnitTexts() {
  const { t } = useI18n()
  return {
    unitLabel: t('unit.label'),
    unitNames: { second: t('unit.second'), minute: t('unit.minute'), hour: t('unit.hour'), day: t('unit.day') },
  }
}
