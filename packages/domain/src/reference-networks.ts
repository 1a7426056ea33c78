/**
 * A sensor knows its own outage from others by reference targets. With fewer networks than these, one network that is away
 * looks like a cut uplink, or a cut uplink like failing services.
 */
export const leastReferenceNetworks = 3
