import { contentFaults } from './content.ts'
import { dnsFaults } from './dns.ts'
import { dnsRecordFaults } from './dns-records.ts'
import { domainFaults } from './domain.ts'
import type { Fault } from './fault.ts'
import { grpcFaults } from './grpc.ts'
import { httpFaults } from './http.ts'
import { lineFaults } from './lines.ts'
import { networkFaults } from './network.ts'
import { pingFaults } from './ping.ts'
import { scenarioFaults } from './scenario.ts'
import { tlsFaults } from './tls.ts'
import { vendorFaults } from './vendor.ts'
import { websocketFaults } from './websocket.ts'

/** All known faults. A new subject is one file and one line here. */
export const faults: readonly (readonly Fault[])[] = [
  networkFaults,
  dnsFaults,
  tlsFaults,
  httpFaults,
  contentFaults,
  pingFaults,
  scenarioFaults,
  dnsRecordFaults,
  websocketFaults,
  grpcFaults,
  domainFaults,
  lineFaults,
  vendorFaults,
]
