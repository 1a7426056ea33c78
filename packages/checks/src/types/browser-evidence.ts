import { stepScreenshotType } from '@wachta/domain'

/** The artifacts of all browser checks. */
export const browserArtifacts = ['screenshot', 'har', 'console_log', 'content', 'certificate_chain'] as const

/** The artifacts of page checks: also pictures of the loading page. Scenarios have pictures of their steps instead. */
export const pageArtifacts = [...browserArtifacts, 'filmstrip'] as const

/** The trace that Playwright records of a test; only scripts on private sensors have one. */
export const scriptArtifacts = ['trace'] as const

/** The artifact with the picture of a step. */
export const toStepScreenshotType = (step: number): string => `${stepScreenshotType}_${step}`
