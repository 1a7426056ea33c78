import type { ErrorTypeGroup } from './error-type.ts'

export const grpcErrors: ErrorTypeGroup = {
  id: 'grpc',
  firstId: 1200,
  name: { pl: 'gRPC', en: 'gRPC health' },
  description: {
    pl: 'Sprawdzenie stanu przez gRPC nie potwierdziło, że usługa działa.',
    en: 'The health check over gRPC did not confirm that the service works.',
  },
  types: [
    {
      id: 1201,
      kind: 'grpc_not_serving',
      categories: ['grpc'],
      name: { pl: 'Usługa gRPC zgłasza, że nie działa', en: 'gRPC service reports NOT_SERVING' },
      description: {
        pl: 'Serwer odpowiedział na pytanie o stan wartością NOT_SERVING.',
        en: 'The server answered the health question with NOT_SERVING.',
      },
      diagnosis: {
        pl: 'Aplikacja się uruchamia lub zatrzymuje albo niesprawny jest składnik, od którego zależy.',
        en: 'The application is starting or stopping, or something it depends on is broken.',
      },
      nextSteps: {
        pl: 'Sprawdź `grpc_health_probe -addr=HOST:PORT -service=USŁUGA`, dziennik aplikacji i jej zależności.',
        en:
          'Try `grpc_health_probe -addr=HOST:PORT -service=SERVICE`, read the application log and check what it ' +
          'depends on.',
      },
    },
    {
      id: 1202,
      kind: 'grpc_service_unknown',
      categories: ['grpc'],
      name: { pl: 'Nieznana usługa gRPC', en: 'Unknown gRPC service' },
      description: {
        pl: 'Serwer nie zna usługi o nazwie podanej w ustawieniach (SERVICE_UNKNOWN lub NOT_FOUND).',
        en: 'The server does not know the service named in the settings (SERVICE_UNKNOWN or NOT_FOUND).',
      },
      diagnosis: {
        pl: 'Literówka, zmieniona nazwa pakietu albo usługa nie zarejestrowała swojego stanu.',
        en: 'A typo, a renamed package, or a service that did not register its health.',
      },
      nextSteps: {
        pl: 'Wypisz usługi: `grpcurl HOST:PORT list` i popraw nazwę w ustawieniach.',
        en: 'List the services: `grpcurl HOST:PORT list` and correct the name in the settings.',
      },
    },
    {
      id: 1203,
      kind: 'grpc_unimplemented',
      categories: ['grpc'],
      name: { pl: 'Serwer nie ma usługi stanu gRPC', en: 'Server has no gRPC health service' },
      description: {
        pl: 'Serwer odpowiedział UNIMPLEMENTED: nie udostępnia usługi grpc.health.v1.Health.',
        en: 'The server answered UNIMPLEMENTED: it does not offer grpc.health.v1.Health.',
      },
      diagnosis: {
        pl: 'Usługi stanu nie dodano w aplikacji albo serwer proxy kieruje to wywołanie gdzie indziej.',
        en: 'The health service was not added to the application, or a proxy routes the call elsewhere.',
      },
      nextSteps: {
        pl: 'Dodaj standardową usługę stanu w aplikacji i sprawdź `grpcurl HOST:PORT list`.',
        en: 'Add the standard health service to the application and check `grpcurl HOST:PORT list`.',
      },
    },
    {
      id: 1204,
      kind: 'grpc_status',
      categories: ['grpc'],
      name: { pl: 'Wywołanie gRPC zakończone błędem', en: 'gRPC call ended with an error' },
      description: {
        pl: 'Serwer zakończył wywołanie statusem gRPC innym niż OK.',
        en: 'The server ended the call with a gRPC status other than OK.',
      },
      diagnosis: {
        pl:
          'UNAVAILABLE: brak działających serwerów; UNAUTHENTICATED lub PERMISSION_DENIED: brak uprawnień; INTERNAL: ' +
          'błąd aplikacji.',
        en:
          'UNAVAILABLE: no working servers; UNAUTHENTICATED or PERMISSION_DENIED: no rights; INTERNAL: an ' +
          'application fault.',
      },
      nextSteps: {
        pl:
          'Odczytaj status w komunikacie błędu, powtórz `grpcurl -v HOST:PORT grpc.health.v1.Health/Check` i sprawdź ' +
          'dziennik aplikacji.',
        en:
          'Read the status in the error message, repeat `grpcurl -v HOST:PORT grpc.health.v1.Health/Check` and read ' +
          'the application log.',
      },
    },
  ],
}
