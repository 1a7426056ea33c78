/** An error whose message is a text for the user, in their language. */
export class ShownError extends Error {}
