/** More would make a document that cannot be read; the data files have everything. */
export const maxListedRows = 200
/** Of all services together. */
export const maxEntries = 500
export const maxServiceRows = 1_000
export const maxDetailedServices = 100

/** Charts are for reports that a person reads page by page. */
export const maxChartedServices = 20
