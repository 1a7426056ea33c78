import { hourMs, parseAnalysisId, toAnalysisId } from '@wachta/domain'
import {
  buildEnum,
  type Call,
  nameSchema,
  type Operation,
  type OperationAnswer,
  parseKey,
  reject,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { parseId } from '../../platform/found-rows.ts'
import { buildRecordSchema } from '../../platform/record.ts'
import { service } from '../services/service.ts'
import { createZip, gzipContent, readContent, toDownload } from './artifact-content.ts'

const tokenLifetimeMs = hourMs
const checkPath = '/services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}'

const artifactSchema = nameSchema(
  'artifact',
  buildRecordSchema({
    service_id: Type.Integer({ minimum: 1 }),
    sensor_id: Type.Integer({ minimum: 1 }),
    analysis_id: Type.String({ pattern: '^[0-9]{15}$', minLength: 15, maxLength: 15 }),
    artifact_id: Type.String({ pattern: '^[A-Za-z0-9_]+$', minLength: 1, maxLength: 256 }),
    content_type: Type.String({ description: 'As the server declared it; never used to display the content.' }),
    file_name: Type.String(),
    size: Type.Integer({ minimum: 0, description: 'The stored size in bytes.' }),
    is_cut: Type.Boolean({ description: 'Whether the content was longer than what is kept.' }),
    url: Type.String({ description: 'A link to the content that works for one hour, without further credentials.' }),
  }),
)

/** The check that evidence belongs to. */
interface CheckKey {
  readonly service_id: number
  readonly time: Date
  readonly sensor_id: number
}

interface Artifact extends CheckKey {
  readonly artifact_id: string
  readonly object_key: string
  readonly content_type: string
  readonly file_name: string
  readonly size: number
  readonly is_cut: boolean
}

/** The operations that list the artifacts of checks, and download them. */
export const artifactOperations = (context: ApiContext): Operation[] => [
  ...informationOperations(context),
  ...contentOperations(context),
  readByToken(context),
  ...deprecatedContentOperations(context),
]

const publicOperation = { method: 'GET', tag: 'history', access: 'public', status: 200 } as const
const common = { ...publicOperation, access: 'customer', on: { resource: 'service', flag: 'read' } } as const

const informationOperations = (context: ApiContext): Operation[] => [
  {
    ...common,
    id: 'list_check_artifacts',
    path: `${checkPath}/artifacts`,
    summary: 'Artifacts of a check.',
    result: [artifactSchema],
    async handle(call) {
      const found = await readArtifacts(await readCheckKey(call), call)
      return {
        value: found.map((artifact) => toArtifactRecord(context, artifact, call)),
        headers: { 'x-total-count': String(found.length) },
      }
    },
  },
  {
    ...common,
    id: 'read_check_artifact',
    path: `${checkPath}/artifacts/{_artifact_id}`,
    summary: 'Artifact information.',
    result: artifactSchema,
    handle: async (call) => ({ value: toArtifactRecord(context, await findArtifact(call), call) }),
  },
  {
    ...common,
    id: 'read_earlier_check_artifact',
    path: `${checkPath}/artifacts/{_artifact_id}/earlier`,
    summary: 'The same artifact of an earlier check.',
    description:
      'The latest earlier one of the same sensor that is still kept; 404 if there is none. With `result=ok`, that of a successful check, to compare a failure with.',
    query: [
      {
        name: 'result',
        schema: buildEnum(['ok']),
        description: 'Only of checks with this result; default: of any check.',
      },
    ],
    result: artifactSchema,
    async handle(call) {
      const earlier = await readEarlierArtifact(await readCheckKey(call), call)
      return { value: toArtifactRecord(context, earlier ?? reject('not_found'), call) }
    },
  },
]

const contentOperations = (context: ApiContext): Operation[] => [
  {
    ...common,
    id: 'read_check_artifact_plain',
    path: `${checkPath}/artifacts/{_artifact_id}/plain`,
    summary: 'Artifact content.',
    media: 'application/octet-stream',
    handle: async (call) => sendPlain(context, await findArtifact(call)),
  },
  {
    ...common,
    id: 'read_check_artifact_zip',
    path: `${checkPath}/artifacts/{_artifact_id}/zip`,
    summary: 'Artifact content as a ZIP archive.',
    media: 'application/zip',
    async handle(call) {
      const artifact = await findArtifact(call)
      const archive = createZip(await readContent(context.objects, artifact), artifact.file_name)
      return toDownload(archive, `${artifact.file_name}.zip`, 'application/zip')
    },
  },
]

const readByToken = (context: ApiContext): Operation => ({
  ...publicOperation,
  id: 'read_check_artifact_by_token',
  path: `${checkPath}/artifacts/{_artifact_id}/by_token/{file_name}`,
  summary: 'Artifact content through a token.',
  query: [{ name: 'token', schema: Type.String({ maxLength: 2048 }), required: true, description: 'From `url`.' }],
  media: 'application/octet-stream',
  async handle(call) {
    const checkKey = {
      service_id: parseId(call.params['_id']),
      time: parseTime(call),
      sensor_id: parseId(call.params['_sensor_id']),
    }
    const artifact_id = call.params['_artifact_id'] ?? ''
    if (!isGranted(context, { ...checkKey, artifact_id }, call)) reject('not_found')
    const [found] = await readArtifacts(checkKey, call, artifact_id)
    return sendPlain(context, found ?? reject('not_found'))
  },
})

/** The deprecated operations for the content of a check, which artifacts replaced. */
const deprecatedContentOperations = (context: ApiContext): Operation[] => [
  {
    ...common,
    id: 'read_check_content',
    path: `${checkPath}/content`,
    summary: 'Page content at failure time, compressed.',
    deprecated: true,
    media: 'application/gzip',
    async handle(call) {
      const artifact = await findArtifact(call, 'content')
      const packed = gzipContent(await readContent(context.objects, artifact))
      return toDownload(packed, `${artifact.file_name}.gz`, 'application/gzip')
    },
  },
  {
    ...common,
    id: 'read_check_uncompressed_content',
    path: `${checkPath}/uncompressed_content`,
    summary: 'Page content at failure time, not compressed.',
    deprecated: true,
    media: 'application/octet-stream',
    handle: async (call) => sendPlain(context, await findArtifact(call, 'content')),
  },
  {
    ...common,
    id: 'read_check_har',
    path: `${checkPath}/har`,
    summary: 'HAR file of a check.',
    deprecated: true,
    media: 'application/octet-stream',
    handle: async (call) => sendPlain(context, await findArtifact(call, 'har')),
  },
]

async function readCheckKey(call: Call): Promise<CheckKey> {
  const service_id = Number(parseKey(service, call))
  await requirePermission({ resource: service, key: service_id }, 'read', call)
  return { service_id, time: parseTime(call), sensor_id: parseId(call.params['_sensor_id']) }
}

async function findArtifact(call: Call, artifact_id = call.params['_artifact_id'] ?? ''): Promise<Artifact> {
  const [found] = await readArtifacts(await readCheckKey(call), call, artifact_id)
  return found ?? reject('not_found')
}

function toArtifactRecord({ vault, settings }: ApiContext, artifact: Artifact, { now }: Call) {
  const analysis_id = toAnalysisId(artifact.time.getTime())
  const grant = { ...toPathKeys(artifact), expires: now.getTime() + tokenLifetimeMs }
  const token = vault.seal(JSON.stringify(grant), tokenContext)
  const path = `/v3/services/${artifact.service_id}/history/analyses/${analysis_id}/checks/${artifact.sensor_id}/artifacts/${artifact.artifact_id}`
  return {
    service_id: artifact.service_id,
    sensor_id: artifact.sensor_id,
    analysis_id,
    artifact_id: artifact.artifact_id,
    content_type: artifact.content_type,
    file_name: artifact.file_name,
    size: artifact.size,
    is_cut: artifact.is_cut,
    url: `${settings.artifactsUrl}${path}/by_token/${encodeURIComponent(artifact.file_name)}?token=${token}`,
  }
}

/** Returns whether the token grants access to the artifact; false for wrong, expired and foreign tokens alike. */
function isGranted({ vault }: ApiContext, artifact: CheckKey & { artifact_id: string }, { query, now }: Call): boolean {
  try {
    const { expires, ...grant } = JSON.parse(vault.open(String(query['token']), tokenContext)) as ReturnType<
      typeof toPathKeys
    > & { expires: number }
    return expires > now.getTime() && JSON.stringify(grant) === JSON.stringify(toPathKeys(artifact))
  } catch {
    return false
  }
}

const sendPlain = async ({ objects }: ApiContext, artifact: Artifact): Promise<OperationAnswer> =>
  toDownload(await readContent(objects, artifact), artifact.file_name)

const tokenContext = ['artifact', 'token']

const toPathKeys = ({ service_id, time, sensor_id, artifact_id }: CheckKey & { artifact_id: string }) => ({
  service_id,
  time: time.getTime(),
  sensor_id,
  artifact_id,
})

async function readArtifacts(
  { service_id, time, sensor_id }: CheckKey,
  { db }: Call,
  artifactId?: string,
): Promise<Artifact[]> {
  const rows =
    await db.query(sql<Artifact>`select artifact_id, object_key, content_type, file_name, size, is_cut from artifact
where service_id = ${service_id} and time = ${time} and sensor_id = ${sensor_id} and (${artifactId ?? null}::text is null or artifact_id = ${artifactId ?? null}) and is_stored
order by artifact_id`)
  return rows.map((row) => ({ ...row, service_id, time, sensor_id }))
}

async function readEarlierArtifact(
  { service_id, time, sensor_id }: CheckKey,
  { db, params, query }: Call,
): Promise<Artifact | undefined> {
  const [found] =
    await db.query(sql<Artifact>`select service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut
from artifact where service_id = ${service_id} and time < ${time} and sensor_id = ${sensor_id} and artifact_id = ${params['_artifact_id'] ?? ''} and is_stored
  ${query['result'] === 'ok' ? sql`and is_reference` : sql``}
order by time desc limit 1`)
  return found
}

const parseTime = ({ params }: Call): Date =>
  new Date(parseAnalysisId(params['_analysis_id'] ?? '') ?? reject('not_found'))
