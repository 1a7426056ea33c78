import { stepScreenshotType } from '@wachta/domain'

/** What every check in a browser can leave behind. */
export const browserArtifacts = ['screenshot', 'har', 'console_log', 'content', 'certificate_chain'] as const

/** The pictures of a whole page while it loads. Scenarios have pictures of their steps instead. */
export const pageArtifacts = [...browserArtifacts, 'filmstrip'] as const

/** What Playwright has recorded of a test. Only scripts of private sensors leave one. */
export const scriptArtifacts = ['trace'] as const

/** The artifact with the picture of a step. */
export const stepScreenshot = (step: number): string => `${stepScreenshotType}_${step}`
