import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { listTree, repositoryRoot } from '../tree.ts'

const folder = join(repositoryRoot, 'deploy', 'kubernetes')

interface Container {
  name: string
  image: string
  ports?: { name: string }[]
  securityContext?: object
  resources?: { limits?: { memory?: string } }
  envFrom?: unknown
  [field: string]: unknown
}
interface Pod {
  securityContext?: Record<string, unknown>
  containers: Container[]
  [field: string]: unknown
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: { template?: { spec: Pod }; selector?: { matchLabels?: object } }
}

/** Returns every manifest in the folder with its file, except the files that only kustomize reads. */
async function loadManifests(): Promise<{ file: string; manifest: Manifest }[]> {
  const files = (await listTree(folder)).filter((file) => !file.endsWith('kustomization.yaml'))
  const read = files.map(async (file) => {
    const documents = parseAllDocuments(await readFile(join(folder, file), 'utf8'))
    return documents.map((document) => ({ file, manifest: document.toJS() as Manifest }))
  })
  return (await Promise.all(read)).flat()
}

const isOurs = ({ apiVersion }: Manifest) => !apiVersion.startsWith('monitoring.coreos.com/')

test('Kubernetes accepts every manifest', async () => {
  const found = await loadManifests()
  assert.ok(found.length >= 20, `only ${found.length} manifests`)
  for (const { file, manifest } of found.filter((each) => isOurs(each.manifest)))
    assert.equal(await validateManifest(manifest), undefined, `${file}: ${manifest.kind} ${manifest.metadata.name}`)
})

test('a manifest with a wrong type, a missing field or an unknown field is rejected', async () => {
  const api = (await loadManifests()).find(({ manifest }) => manifest.kind === 'Deployment')?.manifest
  assert.ok(api)
  const validateChanged = (change: (copy: Manifest & { spec: Record<string, unknown> }) => void) => {
    const copy = structuredClone(api) as Manifest & { spec: Record<string, unknown> }
    change(copy)
    return validateManifest(copy)
  }
  assert.match(
    String(await validateChanged(({ spec }) => Object.assign(spec, { replicas: 'two' }))),
    /spec\/replicas.*integer/,
  )
  assert.match(String(await validateChanged(({ spec }) => delete spec.selector)), /missingProperty.{3}selector/)
  assert.match(
    String(await validateChanged(({ spec }) => Object.assign(spec, { replicaz: 2 }))),
    /unknown: spec\.replicaz/,
  )
})

test('every pod follows the restricted profile, has a read-only root and a memory limit; one that does not is reported', async () => {
  const pods = (await loadManifests()).flatMap(({ manifest }) => manifest.spec?.template?.spec ?? [])
  assert.equal(pods.length, 8)
  for (const pod of pods) assert.deepEqual(findLooseSettings(pod), [])
  const [
    {
      containers: [container],
      ...first
    } = { containers: [] },
  ] = pods
  assert.ok(container)
  const root = { ...container, securityContext: { ...container.securityContext, readOnlyRootFilesystem: false } }
  const loose = { ...first, securityContext: {}, containers: [root, { ...container, resources: {} }] }
  assert.deepEqual(findLooseSettings(loose), ['rights of the pod', 'rights of analyst', 'memory of analyst'])
})

test('the manifests of the centre differ only in the fields that depend on the process', async () => {
  const pods = await loadCentrePods()
  const common = pods.map(({ containers: [container], volumes: _volumes, ...pod }) => {
    const { name: _, args: _args, resources: _resources, envFrom: _env, ports = [], ...rest } = container as Container
    return { ...pod, container: { ...rest, ports: ports.filter((port) => port.name !== 'http') } }
  })
  assert.equal(common.length, 5)
  for (const other of common) assert.deepEqual(other, common[0])
})

test('each process has its own secret, and shares only those that it needs', async () => {
  const pods = await loadCentrePods()
  const secrets = pods.map(({ containers: [container], volumes }) => {
    const { name = '', envFrom } = container as Container
    return [
      name,
      [...new Set(JSON.stringify([envFrom, volumes]).match(/(?<="(?:secretName|secretRef":\{"name)":")[^"]+/g))],
    ]
  })
  assert.deepEqual(Object.fromEntries(secrets), {
    api: ['wachta-mail', 'wachta-objects', 'wachta-api'],
    planner: ['wachta-planner'],
    analyst: ['wachta-objects', 'wachta-analyst'],
    notifier: ['wachta-mail', 'wachta-objects', 'wachta-notifier'],
    reporter: ['wachta-objects', 'wachta-reporter'],
  })
})

test('the pages process has its own secret, without a database login', async () => {
  const pod = (await loadManifests()).find(
    ({ file, manifest }) => file.startsWith('pages/') && manifest.kind === 'Deployment',
  )
  const { containers: [container] = [], volumes } = pod?.manifest.spec?.template?.spec ?? { containers: [] }
  const text = JSON.stringify([container?.envFrom, volumes])
  assert.deepEqual(text.match(/"secret\w*":\{"name":"[^"]+"/g), ['"secretRef":{"name":"wachta-pages"'])
})

test('each kustomization names existing files and folders, and no file is left out', async () => {
  const files = await listTree(folder)
  const namedPaths = new Set<string>()
  for (const file of files.filter((each) => each.endsWith('kustomization.yaml'))) {
    const { resources } = parse(await readFile(join(folder, file), 'utf8')) as { resources: string[] }
    for (const resource of resources) {
      const path = normalize(join(dirname(file), resource))
      namedPaths.add(path)
      assert.ok(existsSync(join(folder, path)), `${file} names ${resource}`)
      if (!path.endsWith('.yaml')) assert.ok(existsSync(join(folder, path, 'kustomization.yaml')), `${file}: ${path}`)
    }
  }
  const manifestFiles = files.filter((each) => !each.endsWith('kustomization.yaml'))
  assert.deepEqual(
    manifestFiles.filter((file) => !namedPaths.has(file)),
    [],
  )
})

const loadCentrePods = async (): Promise<Pod[]> =>
  (await loadManifests())
    .filter(({ manifest, file }) => manifest.kind === 'Deployment' && file.startsWith('base/'))
    .map(({ manifest }) => manifest.spec?.template?.spec as Pod)

/** Returns the parts of a pod that have more privileges than they need, or no memory limit. */
function findLooseSettings({ containers, securityContext = {}, automountServiceAccountToken }: Pod): string[] {
  const { runAsNonRoot, seccompProfile } = securityContext
  const pod = [runAsNonRoot, seccompProfile, automountServiceAccountToken]
  const confined = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
  return [
    ...(isDeepStrictEqual(pod, [true, { type: 'RuntimeDefault' }, false]) ? [] : ['rights of the pod']),
    ...containers.flatMap(({ name, securityContext: own, resources }) => [
      ...(isDeepStrictEqual(own, confined) ? [] : [`rights of ${name}`]),
      ...(resources?.limits?.memory ? [] : [`memory of ${name}`]),
    ]),
  ]
}

/**
 * Validates with schemas generated from the published API of Kubernetes. They ignore unknown fields, so this function
 * looks for these too.
 */
async function validateManifest(manifest: Manifest): Promise<string | undefined> {
  const { validate } = (await import(`kubernetes-models/_schemas/${getSchemaName(manifest)}`)) as { validate: Validate }
  const unread = new Set<string>()
  if (validate(trackReads(manifest, '', unread)))
    return unread.size > 0 ? `unknown: ${[...unread].join(', ')}` : undefined
  return JSON.stringify(validate.errors)
}

type Validate = { (data: object): boolean; errors?: unknown }

/** `networking.k8s.io/v1` and `Ingress` give `IoK8sApiNetworkingV1Ingress`; the core group has no name. */
function getSchemaName({ apiVersion, kind }: Manifest): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse()
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return `IoK8sApi${capitalize(group.replace('.k8s.io', ''))}${capitalize(version)}${kind}`
}

/**
 * Wraps a value so that every field that is read is removed from the set. The schemas never read a field that they do
 * not know.
 */
function trackReads<T extends object>(value: T, path: string, unread: Set<string>): T {
  const joinPath = (key: string) => (path === '' ? key : `${path}.${key}`)
  const inner = new Map<string, unknown>()
  for (const [key, child] of Object.entries(value)) {
    unread.add(joinPath(key))
    inner.set(key, typeof child === 'object' && child !== null ? trackReads(child, joinPath(key), unread) : child)
  }
  return new Proxy(value, {
    get(target, key, receiver) {
      if (typeof key !== 'string' || !inner.has(key)) return Reflect.get(target, key, receiver)
      unread.delete(joinPath(key))
      return inner.get(key)
    },
  })
}
