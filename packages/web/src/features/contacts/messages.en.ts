export const contacts = {
  'people.contact': 'Contact',
  'people.search': 'Search contacts',
  'people.nothing': 'No contact matches the search.',
  'people.actions': 'Actions',
  'people.edit': 'Edit',
  'contact.add': 'Add contact',
  'contact.new': 'New contact',
  'contact.emptyTitle': 'No contacts yet',
  'contact.empty':
    'A contact is a person, an on-call phone or a team channel that receives notifications. Create one and add it to an escalation step.',
  'contact.language': 'Language',
  'contact.notifiedIn': 'Language of notifications: {language}',
  'contact.noAddress': 'No address',
  'contact.deleteAsk': 'Delete {name}?',
  'contact.deleteMeans':
    'Its addresses and quiet hours are deleted too, and it is removed from all groups and escalation steps. Sent notifications stay in the log.',
  'contact.deleted': 'Contact deleted.',
  'contactGroup.count': '{count, plural, =0 {no contacts} one {# contact} other {# contacts}}',
  'contactGroup.emptyTitle': 'No contact groups yet',
  'address.channel': 'Channel',
  'address.unverified': 'Not verified: notifications are not sent',
} as const
