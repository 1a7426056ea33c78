const prefix = 'urn:ietf:params:scim:schemas:core:2.0'

const unsupported = { supported: false }

/** The supported features of SCIM (RFC 7643, section 5). */
export const buildServiceProviderConfig = (baseUrl: string) => ({
  schemas: [`${prefix}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The SCIM token of the connection.', primary: true },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
})

export const buildResourceTypes = (baseUrl: string) =>
  ['User', 'Group'].map((name) => ({
    schemas: [`${prefix}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${prefix}:${name}`,
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }))

const describeAttribute = (name: string, type = 'string', overrides: object = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...overrides,
})

const readOnly = { mutability: 'readOnly' }

/** The attributes that are kept; others are accepted and ignored. */
export const buildSchemas = (baseUrl: string) =>
  [
    {
      name: 'User',
      attributes: [
        describeAttribute('userName', 'string', { required: true, uniqueness: 'server' }),
        describeAttribute('name', 'complex', { subAttributes: [describeAttribute('formatted')] }),
        describeAttribute('displayName'),
        describeAttribute('active', 'boolean'),
        describeAttribute('emails', 'complex', {
          multiValued: true,
          subAttributes: [
            describeAttribute('value'),
            describeAttribute('type'),
            describeAttribute('primary', 'boolean'),
          ],
        }),
        describeAttribute('groups', 'complex', {
          ...readOnly,
          multiValued: true,
          subAttributes: [
            describeAttribute('value', 'string', readOnly),
            describeAttribute('display', 'string', readOnly),
          ],
        }),
      ],
    },
    {
      name: 'Group',
      attributes: [
        describeAttribute('displayName', 'string', { required: true, uniqueness: 'server' }),
        describeAttribute('members', 'complex', {
          multiValued: true,
          subAttributes: [describeAttribute('value'), describeAttribute('display', 'string', readOnly)],
        }),
      ],
    },
  ].map(({ name, attributes }) => ({
    schemas: [`${prefix}:Schema`],
    id: `${prefix}:${name}`,
    name,
    attributes,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${prefix}:${name}` },
  }))
