import { Type } from 'typebox'

const markSecret = <T extends object>(options: T) => ({ ...options, secret: true })

/** The name is also used as a directory name. */
const namePattern = '[A-Za-z0-9][A-Za-z0-9._-]{0,63}'
const idPattern = '[1-9][0-9]{0,14}'

/** The environment variables of the sensor process. */
export const Config = Type.Object({
  NATS_URL: Type.Optional(
    Type.String({
      description:
        'The NATS server, or several separated by commas; default: the one of the enrolment, or a local one.',
    }),
  ),
  NATS_CA: Type.Optional(
    Type.String({
      description: 'The file with the certificate authority of the broker; default: those of the system.',
    }),
  ),
  CELL: Type.String({ pattern: '^[a-z0-9-]{1,32}$', default: 'main', description: 'The name of the cell.' }),
  SENSOR_DIRECTORY: Type.String({
    minLength: 1,
    description: 'The directory for the spool and the keys of the sensor. It must survive restarts.',
  }),
  SENSOR_NAMES: Type.Optional(
    Type.String({
      pattern: `^${namePattern}(,${namePattern})*$`,
      description:
        'To run several sensors in one process: their names, separated by commas. Each keeps its spool and keys in the directory of its name in SENSOR_DIRECTORY. Default: one sensor, in SENSOR_DIRECTORY itself.',
    }),
  ),
  SENSOR_SERVER_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'The URL of the installation, to enrol the sensor.' }),
  ),
  SENSOR_TOKEN: Type.Optional(
    Type.String(
      markSecret({
        minLength: 1,
        description:
          'The one-time enrolment token. With SENSOR_NAMES one for each, in the same order and separated by commas; leave the place of a sensor that is already enrolled empty.',
      }),
    ),
  ),
  SENSOR_ID: Type.Optional(
    Type.String({
      pattern: `^${idPattern}(,${idPattern})*$`,
      description:
        'For development only: the id of the sensor, for a NATS server without credentials. With SENSOR_NAMES one for each.',
    }),
  ),
  SENSOR_NAME: Type.String({
    default: 'sensor',
    maxLength: 64,
    description: 'The name of the connection in the monitoring of NATS; with SENSOR_NAMES, each has its own.',
  }),
  SENSOR_ALLOWED_RANGES: Type.String({
    default: '',
    description: 'Address ranges outside the public Internet that checks may reach, separated by commas.',
  }),
  SENSOR_ANCHORS: Type.String({
    default: 'default',
    description:
      'Reference targets in at least three networks, as `host:port` separated by commas. If most of those that have answered before cannot be reached, the sensor assumes that it is cut off itself. `default` means the default gateway, the resolvers of the machine and three root name servers, all on port 53; `none` disables this.',
  }),
  SENSOR_BROWSER: Type.Unsafe<'auto' | 'off'>({
    type: 'string',
    enum: ['auto', 'off'],
    default: 'auto',
    description:
      'Whether checks run in a browser: `auto` tries at the start whether chromium-headless-shell works in its jail; `off` never runs any.',
  }),
  SENSOR_SCRIPTS: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'For private sensors only: a directory with a Playwright project of your own, whose test files services may name. Default: no scripts.',
    }),
  ),
  SENSOR_CAPACITY: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 5_000,
    description:
      'The maximum number of simultaneous checks of each sensor. If a sensor has several hosts, they share its services in proportion to it.',
  }),
  SENSOR_SPOOL_BYTES: Type.Integer({
    minimum: 16_777_216,
    maximum: 1_099_511_627_776,
    default: 1_073_741_824,
    description: 'The maximum size of the spool of each sensor in bytes.',
  }),
  METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9467,
    description: 'The port on which /metrics, /health and /ready are served; 0 picks a free port and logs it.',
  }),
})
