export const severities = ['high', 'medium', 'low'] as const

export type Severity = (typeof severities)[number]

export const knownCategories = ['authentication', 'network', 'encryption'] as const

const [vm, db, k8s, lb] = ['virtual_machine', 'database', 'kubernetes_cluster', 'load_balancer']

/** The resource type that a check is for (`cache`, `any`), and its finding. */
type CheckRow = readonly [severity: Severity, type: string, description: string, remediation: string]

const toChecks = (category: (typeof knownCategories)[number], rows: readonly CheckRow[]) =>
  rows.map(([severity, type, description, remediation]) => {
    return { type, finding: { severity, category, description, remediation } }
  })

/** All checks, by category. A comprehensive scan runs every check that fits a resource, an ordinary scan the first half. */
export const checks = [
  ...toChecks('authentication', [
    ['high', vm, 'Password authentication is enabled for remote login', 'Allow key-based login only'],
    ['high', db, 'The default administrator password is in use', 'Set a unique password and store it in a vault'],
    ['high', k8s, 'The API server accepts anonymous requests', 'Disable anonymous authentication'],
    ['high', lb, 'A listener forwards to an internal path without a login', 'Require a token at the listener'],
    ['high', 'cache', 'The cache answers without a password', 'Require a password for every connection'],
    [
      'high',
      'any',
      'An administrator of the account has no second factor',
      'Require a second factor for administrators',
    ],
    ['high', 'any', 'Access keys of the account are older than 90 days', 'Rotate access keys at least every 90 days'],
    ['medium', vm, 'A service account has interactive login', 'Disable interactive login for service accounts'],
    [
      'medium',
      db,
      'An application connects as the owner of its tables',
      'Give it a role with only the rights it needs',
    ],
    ['medium', k8s, 'A workload runs as cluster administrator', 'Bind its service account to a role of its own'],
    ['low', vm, 'Sessions do not expire when idle', 'Set an idle timeout of 15 minutes'],
    ['low', 'any', 'Users who left the team still have access', 'Remove users when they leave the team'],
  ]),
  ...toChecks('network', [
    ['high', vm, 'SSH (port 22) is open to the internet', 'Restrict port 22 to the addresses of your administrators'],
    ['high', db, 'The database port is reachable from a public subnet', 'Allow only the application subnet'],
    ['high', k8s, 'The API server is open to the internet', 'Restrict it to the networks of your administrators'],
    ['medium', lb, 'Port 80 answers without a redirect to https', 'Redirect all requests to https'],
    ['high', 'cache', 'The cache port is reachable from other networks', 'Allow only the application subnet'],
    ['high', 'any', 'Outbound traffic is not restricted', 'Allow outbound traffic to known destinations only'],
    ['low', 'any', 'Flow logs are disabled', 'Enable flow logs for the network'],
    ['high', vm, 'A management port is open to other networks', 'Reach it through a bastion host'],
    ['medium', k8s, 'No network policy separates the namespaces', 'Deny traffic between namespaces by default'],
    ['medium', 'any', 'A security group allows more ports than are used', 'Allow only the ports that are used'],
    ['low', 'any', 'A security group rule has no description', 'Describe what each rule is for'],
  ]),
  ...toChecks('encryption', [
    ['high', vm, 'A private key is readable by all users', 'Restrict the key to its service'],
    ['high', db, 'Connections without encryption are accepted', 'Require TLS for every connection'],
    ['high', k8s, 'Traffic between nodes is not encrypted', 'Encrypt the traffic of the network plugin'],
    ['medium', lb, 'A certificate expires within 30 days', 'Renew the certificate and automate its renewal'],
    ['high', 'cache', 'Connections are not encrypted in transit', 'Require TLS for every connection'],
    ['medium', 'any', 'Encryption keys are not rotated', 'Enable the yearly rotation of keys'],
    ['low', vm, 'Snapshots use the default key of the provider', 'Use a customer-managed key for snapshots'],
    ['medium', db, 'Connections accept TLS 1.0 and 1.1', 'Require TLS 1.2 or later'],
    ['low', lb, 'Weak cipher suites are enabled', 'Disable cipher suites without forward secrecy'],
    ['low', 'any', 'Logs are not encrypted at rest', 'Encrypt the log store with a managed key'],
  ]),
]
