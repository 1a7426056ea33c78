/**
 * Reference targets show a sensor whether its own network has failed. With fewer networks than these, one network that
 * fails looks like a cut uplink, or a cut uplink like failing services.
 */
export const minReferenceNetworks = 3
