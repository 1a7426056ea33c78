// Made from the folders of features by `npm run generate`; do not change it by hand.
import { useAccountsCommands } from '../../features/accounts/commands.ts'
import { useAlertRulesCommands } from '../../features/alert-rules/commands.ts'
import { useApiKeysCommands } from '../../features/api-keys/commands.ts'
import { useAuditCommands } from '../../features/audit/commands.ts'
import { useContactsCommands } from '../../features/contacts/commands.ts'
import { useErrorTypesCommands } from '../../features/error-types/commands.ts'
import { useMaintenanceCommands } from '../../features/maintenance/commands.ts'
import { useOnboardingCommands } from '../../features/onboarding/commands.ts'
import { usePeopleCommands } from '../../features/people/commands.ts'
import { useServicesCommands } from '../../features/services/commands.ts'
import { useStatusPagesCommands } from '../../features/status-pages/commands.ts'
import type { Command } from '../shell/command.ts'

/** What features add to the command palette. */
const sources: readonly ((typed: string) => readonly Command[])[] = [
  useAccountsCommands,
  useAlertRulesCommands,
  useApiKeysCommands,
  useAuditCommands,
  useContactsCommands,
  useErrorTypesCommands,
  useMaintenanceCommands,
  useOnboardingCommands,
  usePeopleCommands,
  useServicesCommands,
  useStatusPagesCommands,
]

/**
 * The commands of every feature; `typed` is the text that records are searched for. The list is constant, so its hooks
 * are always called in the same order.
 */
export const useFeatureCommands = (typed: string): readonly Command[] => sources.flatMap((collect) => collect(typed))
