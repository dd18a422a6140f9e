//! Plain HTTP requests on the local network: no proxy, and no redirects.

use ureq::Agent;
use ureq::config::ConfigBuilder;
use ureq::typestate::AgentScope;

/// Returns the common configuration of all requests; each adds its time limit.
pub(crate) fn asking() -> ConfigBuilder<AgentScope> {
    Agent::config_builder().max_redirects(0).proxy(None).user_agent("sixty-one")
}
