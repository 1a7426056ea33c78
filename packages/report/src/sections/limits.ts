/** More rows would make the document unreadable; the data files contain all of them. */
export const maxListedRows = 200
/** The maximum number of entries of all services together. */
export const maxEntries = 500
export const maxServiceRows = 1_000
export const maxDetailedServices = 100

/** Charts are for reports that a person reads page by page. */
export const maxChartedServices = 20
