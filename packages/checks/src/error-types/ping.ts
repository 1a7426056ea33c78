import type { ErrorTypeGroup } from './error-type.ts'

export const pingErrors: ErrorTypeGroup = {
  id: 'ping',
  firstId: 1300,
  name: { pl: 'Ping (ICMP)', en: 'Ping replies (ICMP)' },
  description: {
    pl: 'Host nie odpowiedział na ping albo odpowiedział tylko na część pakietów.',
    en: 'The host did not reply to ping, or only to some of the packets.',
  },
  types: [
    {
      id: 1301,
      kind: 'ping_no_reply',
      categories: ['ping'],
      name: { pl: 'Brak odpowiedzi na ping', en: 'No reply to ping' },
      description: {
        pl: 'Żaden z wysłanych pakietów nie doczekał się odpowiedzi (strata 100%).',
        en: 'None of the packets sent was answered (100% loss).',
      },
      diagnosis: {
        pl: 'Host wyłączony lub odłączony, awaria łącza albo zapora, która odrzuca ICMP.',
        en: 'The host is off or unplugged, a link is down, or a firewall drops ICMP.',
      },
      nextSteps: {
        pl:
          'Wykonaj `mtr HOST` i zobacz, gdzie kończy się trasa. Jeśli działają inne porty, zezwól na ICMP echo dla ' +
          'sensorów.',
        en: 'Run `mtr HOST` and see where the route ends. If other ports work, allow ICMP echo for the sensors.',
      },
    },
    {
      id: 1302,
      kind: 'ping_packet_loss',
      categories: ['ping'],
      name: { pl: 'Duża utrata pakietów', en: 'High packet loss' },
      description: {
        pl: 'Wróciła tylko część odpowiedzi; strata przekroczyła próg w ustawieniach usługi.',
        en: 'Only some replies came back; the loss exceeds the threshold in the service settings.',
      },
      diagnosis: {
        pl: 'Nasycone lub uszkodzone łącze, przeciążony router, zakłócenia radiowe albo limit ICMP na hoście.',
        en: 'A saturated or damaged link, an overloaded router, radio interference, or an ICMP limit on the host.',
      },
      nextSteps: {
        pl:
          'Wykonaj `mtr -c 100 HOST`: liczy się strata, która trwa do ostatniego skoku. Sprawdź liczniki błędów ' +
          'portów i obciążenie łącza.',
        en:
          'Run `mtr -c 100 HOST`: the loss that lasts to the final hop counts. Check port error counters and link ' +
          'load.',
      },
    },
    {
      id: 1303,
      kind: 'ping_host_unreachable',
      categories: ['ping', 'connect'],
      name: { pl: 'Ping: host nieosiągalny', en: 'Ping: host unreachable' },
      description: {
        pl: 'Router po drodze odpowiedział, że do hosta nie da się dotrzeć.',
        en: 'A router on the way answered that the host cannot be reached.',
      },
      diagnosis: {
        pl: 'Host jest wyłączony lub odłączony od ostatniej sieci albo ma zły adres lub maskę.',
        en: 'The host is off or cut from its last network, or has a wrong address or mask.',
      },
      nextSteps: {
        pl: 'Wykonaj `traceroute HOST`; na ostatnim routerze sprawdź `ip neigh` i stan portu.',
        en: 'Run `traceroute HOST`; on the last router look at `ip neigh` and the state of the port.',
      },
    },
    {
      id: 1304,
      kind: 'ping_network_unreachable',
      categories: ['ping', 'connect'],
      name: { pl: 'Ping: sieć nieosiągalna', en: 'Ping: network unreachable' },
      description: {
        pl: 'Router po drodze odpowiedział, że nie zna trasy do sieci hosta.',
        en: 'A router on the way answered that it has no route to the network of the host.',
      },
      diagnosis: {
        pl: 'Awaria łącza operatora, wycofany prefiks BGP albo błąd w tablicy tras.',
        en: 'A link of the operator is down, a BGP prefix was withdrawn, or a routing table is wrong.',
      },
      nextSteps: {
        pl: 'Zobacz w `traceroute HOST`, który router odpowiada, i zgłoś to jego operatorowi.',
        en: 'See in `traceroute HOST` which router answers, and report it to its operator.',
      },
    },
    {
      id: 1305,
      kind: 'ping_ttl_exceeded',
      categories: ['ping'],
      name: { pl: 'Przekroczona liczba skoków (TTL)', en: 'Hop limit exceeded (TTL)' },
      description: {
        pl: 'Pakiet krążył po sieci, aż skończył mu się TTL.',
        en: 'The packet travelled the network until its TTL ran out.',
      },
      diagnosis: {
        pl: 'Prawie zawsze pętla w trasach między dwoma routerami, rzadziej zbyt mały początkowy TTL.',
        en: 'Almost always a routing loop between two routers, rarely a TTL set too low.',
      },
      nextSteps: {
        pl: 'Wykonaj `traceroute -m 64 HOST` i znajdź powtarzające się adresy. Zgłoś pętlę operatorowi tych routerów.',
        en:
          'Run `traceroute -m 64 HOST` and look for repeating addresses. Report the loop to the operator of those ' +
          'routers.',
      },
    },
    {
      id: 1306,
      kind: 'ping_prohibited',
      categories: ['ping'],
      name: { pl: 'Ping zabroniony przez zaporę', en: 'Ping prohibited by a firewall' },
      description: {
        pl: 'Zapora odpowiedziała, że ruch do hosta jest zabroniony administracyjnie.',
        en: 'A firewall answered that traffic to the host is administratively prohibited.',
      },
      diagnosis: {
        pl: 'Nowa reguła zapory hosta lub sieci albo lista blokad, na którą trafił adres sensora.',
        en: 'A new rule on the firewall of the host or network, or a block list that contains the sensor.',
      },
      nextSteps: {
        pl: 'Znajdź zaporę po adresie nadawcy komunikatu ICMP (`traceroute -I HOST`) i dopuść adresy sensorów.',
        en: 'Find the firewall by the sender of the ICMP message (`traceroute -I HOST`) and allow the sensors.',
      },
    },
  ],
}
