/** The check type that reads the status page of a vendor. */
export const vendorStatusTypeId = 'vendor_status'

/**
 * The error types with which the vendor itself reports trouble. With any other one, only its page could not be read,
 * which says nothing about the vendor.
 */
export const vendorReportedErrorIds: readonly number[] = [2001, 2002, 2003]
