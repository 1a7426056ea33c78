/**
 * The type of the pictures that the steps of a browser scenario leave behind. Each is an artifact of its own, such as
 * `screenshot_step_3`.
 */
export const stepScreenshotType = 'screenshot_step'
