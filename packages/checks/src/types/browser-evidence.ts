import { maxSteps } from './scenario-settings.ts'

/** What every check in a browser can leave behind. */
export const browserArtifacts = ['screenshot', 'har', 'console_log', 'content', 'certificate_chain'] as const

/** The pictures of a whole page while it loads. Scenarios have pictures of their steps instead. */
export const pageArtifacts = [...browserArtifacts, 'filmstrip'] as const

/** What Playwright has recorded of a test. Only scripts of private sensors leave one. */
export const scriptArtifacts = ['trace'] as const

export const stepScreenshot = (step: number): string => `screenshot_step_${step}`

export const stepScreenshots: readonly string[] = Array.from({ length: maxSteps }, (_, index) =>
  stepScreenshot(index + 1),
)
