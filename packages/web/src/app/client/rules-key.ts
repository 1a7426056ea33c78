/** The key of all queries about alert rules. It is here because features below alert rules invalidate them. */
export const rulesKey = ['events'] as const
