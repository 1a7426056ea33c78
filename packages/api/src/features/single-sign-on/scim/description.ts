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

const attribute = (name: string, type = 'string', more: object = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const readOnly = { mutability: 'readOnly' }

/** The attributes that are kept; others are accepted and ignored. */
export const buildSchemas = (baseUrl: string) =>
  [
    {
      name: 'User',
      attributes: [
        attribute('userName', 'string', { required: true, uniqueness: 'server' }),
        attribute('name', 'complex', { subAttributes: [attribute('formatted')] }),
        attribute('displayName'),
        attribute('active', 'boolean'),
        attribute('emails', 'complex', {
          multiValued: true,
          subAttributes: [attribute('value'), attribute('type'), attribute('primary', 'boolean')],
        }),
        attribute('groups', 'complex', {
          ...readOnly,
          multiValued: true,
          subAttributes: [attribute('value', 'string', readOnly), attribute('display', 'string', readOnly)],
        }),
      ],
    },
    {
      name: 'Group',
      attributes: [
        attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
        attribute('members', 'complex', {
          multiValued: true,
          subAttributes: [attribute('value'), attribute('display', 'string', readOnly)],
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
