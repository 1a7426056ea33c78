/**
 * The type of the pictures of the steps of a browser scenario. Each is a separate artifact, such as
 * `screenshot_step_3`.
 */
export const stepScreenshotType = 'screenshot_step'
