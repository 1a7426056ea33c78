import type { WhoisAnswer } from '../../src/registry/whois-answer.ts'

/** Sample answers in the formats of real registries, and their meaning. */
export interface WhoisSample {
  readonly name: string
  readonly text: string
  readonly verdict: WhoisAnswer['verdict']
  readonly expires?: string
  readonly status?: string
  readonly referral?: string
}

export const whoisSamples: readonly WhoisSample[] = [
  {
    name: 'com: a thin registry, with a warning of limits below',
    text: `   Domain Name: EXAMPLE.COM
   Registry Domain ID: 2336799_DOMAIN_COM-VRSN
   Registrar WHOIS Server: whois.registrar.example
   Updated Date: 2025-08-14T07:01:34Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2026-08-13T04:00:00Z
   Registrar: RESERVED-Example Registrar
   Domain Status: clientHold https://icann.org/epp#clientHold
   Name Server: A.EXAMPLE.NET
>>> Last update of whois database: 2026-06-01T10:00:00Z <<<

TERMS OF USE: You are not authorized to access or query our Whois database through the use of electronic processes
that are high-volume. If the limit exceeded, access denied follows.
`,
    verdict: 'registered',
    expires: '2026-08-13T04:00:00.000Z',
    status: 'clientHold https://icann.org/epp#clientHold',
    referral: 'whois.registrar.example',
  },
  {
    name: 'a registrar of com',
    text: 'Domain Name: example.com\r\nRegistrar Registration Expiration Date: 2027-01-09T23:59:59+0100\r\nDomain Status: ok\r\n',
    verdict: 'registered',
    expires: '2027-01-09T22:59:59.000Z',
    status: 'ok',
  },
  {
    name: 'pl',
    text: `
DOMAIN NAME:           example.pl
registrant type:       organization
nameservers:           ns1.example.net.
                       ns2.example.net.
created:               2001.05.09 13:00:00
last modified:         2026.04.20 09:01:36
renewal date:          2027.05.09 14:00:00

option created:        2020.05.11 10:06:09
option expiration date:       2029.05.11 10:06:09
`,
    verdict: 'registered',
    expires: '2027-05-09T14:00:00.000Z',
  },
  {
    name: 'uk',
    text: `
    Domain name:
        example.co.uk

    Registrar:
        Example Ltd [Tag = EXAMPLE]

    Relevant dates:
        Registered on: 26-Nov-1999
        Expiry date:  26-Nov-2026
        Last updated:  14-Feb-2026

    Registration status:
        Registered until expiry date.
`,
    verdict: 'registered',
    expires: '2026-11-26T00:00:00.000Z',
  },
  {
    name: 'fr',
    text: '%%\n%% This is the AFNIC Whois server.\n%%\n\ndomain:                        example.fr\nstatus:                        ACTIVE\nExpiry Date:                   2026-12-30T17:16:48Z\ncreated:                       2004-07-26T22:00:00Z\n',
    verdict: 'registered',
    expires: '2026-12-30T17:16:48.000Z',
    status: 'ACTIVE',
  },
  {
    name: 'cz',
    text: 'domain:       example.cz\nregistrant:   EXAMPLE\nregistered:   07.03.1996 01:00:00\nexpire:       31.10.2026\n',
    verdict: 'registered',
    expires: '2026-10-31T00:00:00.000Z',
  },
  {
    name: 'fi',
    text: 'domain.............: example.fi\nstatus.............: Registered\ncreated............: 30.6.2006 00:00:00\nexpires............: 4.7.2026 10:15:55\n',
    verdict: 'registered',
    expires: '2026-07-04T10:15:55.000Z',
    status: 'Registered',
  },
  {
    name: 'ru',
    text: 'domain:        EXAMPLE.RU\nnserver:       ns1.example.ru.\nstate:         REGISTERED, DELEGATED, VERIFIED\npaid-till:     2026-10-31T21:00:00Z\nfree-date:     2026-12-02\nsource:        TCI\n',
    verdict: 'registered',
    expires: '2026-10-31T21:00:00.000Z',
    status: 'REGISTERED, DELEGATED, VERIFIED',
  },
  {
    name: 'jp',
    text: 'Domain Information:\n[Domain Name]                   EXAMPLE.JP\n\n[Created on]                    2001/08/22\n[Expires on]                    2026/08/31\n[Status]                        Active\n',
    verdict: 'registered',
    expires: '2026-08-31T00:00:00.000Z',
    status: 'Active',
  },
  {
    name: 'kr',
    text: '# ENGLISH\n\nDomain Name                 : example.kr\nRegistered Date             : 2007. 03. 02.\nExpiration Date             : 2027. 03. 02.\n',
    verdict: 'registered',
    expires: '2027-03-02T00:00:00.000Z',
  },
  {
    name: 'br',
    text: 'domain:      example.com.br\nowner:       Example\ncreated:     19990101 #1\nexpires:     20261231\nstatus:      published\n',
    verdict: 'registered',
    expires: '2026-12-31T00:00:00.000Z',
    status: 'published',
  },
  {
    name: 'it',
    text: 'Domain:             example.it\nStatus:             ok\nCreated:            1999-12-10 00:00:00\nExpire Date:        2026-11-20\n',
    verdict: 'registered',
    expires: '2026-11-20T00:00:00.000Z',
    status: 'ok',
  },
  {
    name: 'tr',
    text: '** Domain Name: example.com.tr\nDomain Status: Active\n** Additional Info:\nCreated on..............: 2001-Aug-23.\nExpires on..............: 2026-Aug-22.\n',
    verdict: 'registered',
    expires: '2026-08-22T00:00:00.000Z',
    status: 'Active',
  },
  {
    name: 'tw',
    text: 'Domain Name: example.tw\n   Domain Status: ok\n   Record expires on 2027-05-31 23:59:59 (UTC+8)\n   Record created on 2000-05-31 (YYYY-MM-DD)\n',
    verdict: 'registered',
    expires: '2027-05-31T23:59:59.000Z',
    status: 'ok',
  },
  {
    name: 'hk, with the day first',
    text: 'Domain Name:  EXAMPLE.HK\nDomain Status: Active\nDomain Name Commencement Date: 14-05-2004\nExpiry Date: 08-07-2026\n',
    verdict: 'registered',
    expires: '2026-07-08T00:00:00.000Z',
    status: 'Active',
  },
  {
    name: 'ua, with a zone of hours alone',
    text: 'domain:           example.ua\nstatus:           ok\nexpires:          2026-09-01 00:00:00+03\n',
    verdict: 'registered',
    expires: '2026-08-31T21:00:00.000Z',
    status: 'ok',
  },
  {
    name: 'us, as it was',
    text: 'Domain Name:                                 EXAMPLE.US\nDomain Expiration Date:                      Fri Nov 20 23:59:59 GMT 2026\n',
    verdict: 'registered',
    expires: '2026-11-20T23:59:59.000Z',
  },
  {
    name: 'sk',
    text: 'Domain:                       example.sk\nValid Until:                  2026-09-02\nEPP Status:                   ok\n',
    verdict: 'registered',
    expires: '2026-09-02T00:00:00.000Z',
  },
  {
    name: 'de: no date at all',
    text: '% Restricted rights.\n%\nDomain: example.de\nNserver: ns1.example.net\nStatus: connect\nChanged: 2026-03-12T21:44:25+01:00\n',
    verdict: 'registered',
    status: 'connect',
  },
  {
    name: 'eu: no date at all',
    text: '% The EURid WHOIS service on port 43\n\nDomain: example.eu\nScript: LATIN\n\nRegistrar:\n        Name: Example\n        Website: https://www.example.com\n',
    verdict: 'registered',
  },
  {
    name: 'IANA: the server of an ending',
    text: '% IANA WHOIS server\n\ndomain:       EXAMPLE\n\nwhois:        whois.nic.example\n\nstatus:       ACTIVE\n',
    verdict: 'registered',
    status: 'ACTIVE',
    referral: 'whois.nic.example',
  },
  { name: 'a date that does not exist', text: 'Domain: a.example\nExpires: 2026-02-31\n', verdict: 'registered' },
  { name: 'com: none', text: 'No match for domain "EXAMPLE.COM".\r\n>>> Last update <<<\r\n', verdict: 'not_found' },
  { name: 'org: none', text: 'Domain not found.\n>>> Last update of WHOIS database <<<\n', verdict: 'not_found' },
  {
    name: 'pl: none',
    text: '\nNo information available about domain name example.pl in the Registry NASK database.\n',
    verdict: 'not_found',
  },
  { name: 'de: none', text: 'Domain: example.de\nStatus: free\n', verdict: 'not_found', status: 'free' },
  {
    name: 'eu: none',
    text: 'Domain: example.eu\nScript: LATIN\nStatus: AVAILABLE\n',
    verdict: 'not_found',
    status: 'AVAILABLE',
  },
  { name: 'fr: none', text: '%%\n%% NOT FOUND\n', verdict: 'not_found' },
  { name: 'cz: none', text: '%  (c) 2006-2026 CZ.NIC\n\n%ERROR:101: no entries found\n', verdict: 'not_found' },
  { name: 'nl: none', text: 'example.nl is free\n', verdict: 'not_found' },
  { name: 'se: none', text: '# Copyright\n\ndomain "example.se" not found.\n', verdict: 'not_found' },
  { name: 'ch: none', text: 'We do not have an entry in our database matching your query.\n', verdict: 'not_found' },
  { name: 'refused: quota', text: '% Quota exceeded\n', verdict: 'refused' },
  { name: 'refused: pl', text: 'request limit exceeded for 192.0.2.1\n', verdict: 'refused' },
  {
    name: 'refused: de',
    text: '% Error: 55000000002 Connection refused; access control limit reached.\n',
    verdict: 'refused',
  },
  { name: 'refused: nothing', text: '\r\n', verdict: 'refused' },
]
