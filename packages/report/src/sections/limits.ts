/** More rows would make the document unreadable; the data files contain all of them. */
export const maxListedRows = 200
/** The maximum number of rows in a table with the entries of all services. */
export const maxEntries = 500
export const maxServiceRows = 1_000
export const maxDetailedServices = 100

/** A report about more services has no charts, because a person would not read it page by page. */
export const maxChartedServices = 20
