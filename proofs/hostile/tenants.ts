/** The tenant that must not be affected. */
export const victims = { sensors: [1, 2], services: 12, interval_ms: 5_000, timeout_ms: 2_000, spread_ms: 500 }

/** The hostile tenant: a sensor whose key it uses freely, and a service in the shard of the victim's services. */
export const hostileSensor = 3
export const hostileService = 120
