"""The table of calls has every method of the interface, as the abstract classes define it."""

import inspect

import pytest

import nn_conformance_options
from conformance import hal
from conformance.hal.calls import CALLS, STAGES, DeviceDiagnostics, calls_of, phase_of_call

# The version in which each call appeared: the interfaces of hardware/interfaces/neuralnetworks.
SINCE = {
    hal.Version.V1_0: {
        "name",
        "version",
        "get_status",
        "get_capabilities",
        "get_supported_operations",
        "prepare_model",
        "execute",
    },
    hal.Version.V1_2: {
        "get_version_string",
        "get_type",
        "get_supported_extensions",
        "get_number_of_cache_files_needed",
        "prepare_model_from_cache",
        "execute_synchronously",
        "configure_execution_burst",
        "free_memory",
    },
    hal.Version.V1_3: {
        "allocate",
        "execute_fenced",
        "get_execution_info",
        "fileno of the sync fence",
        "wait of the sync fence",
        "copy_to",
        "copy_from",
    },
    hal.Version.AIDL_V4: {
        "prepare_model_with_config",
        "execute_synchronously_with_config",
        "execute_fenced_with_config",
        "create_reusable_execution",
        "Execution.execute_synchronously",
        "Execution.execute_fenced",
    },
}
INTERFACES = (
    hal.Device,
    hal.PreparedModel,
    hal.Execution,
    hal.FencedExecutionCallback,
    hal.Fence,
    hal.Buffer,
    hal.BurstContext,
)


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_method_of_an_interface_has_a_row(interface):
    members = {
        name
        for name, member in vars(interface).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
    }
    assert {call.method for call in calls_of(interface)} == members


def test_every_call_has_its_version_and_a_stage():
    contract = [call for call in CALLS if call.interface is not DeviceDiagnostics]
    found = {}
    for call in contract:
        found.setdefault(call.since, set()).add(call.name)
    assert found == SINCE
    assert {call.stage for call in CALLS} <= set(STAGES)
    assert nn_conformance_options.STAGES == STAGES  # the options import no package
    assert len({call.name for call in CALLS}) == len(CALLS)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_arguments_and_answer_have_types(call):
    member = vars(call.interface)[call.method]
    signature = inspect.signature(member.fget if call.is_property else member)
    assert list(call.arguments) == list(signature.parameters)[1:]
    assert call.answer is not None


@pytest.mark.parametrize(
    ("call", "phase"),
    [
        ("get_type", "PI"),
        ("prepare_model", "PC"),
        ("Execution.execute_fenced", "PE"),
        ("a burst", "PE"),
        ("copy_to", "PIO"),
        ("free", "PT"),
        ("opening the driver again", "PI"),
        ("a call of no interface", "PU"),
    ],
)
def test_phase_of_a_call_in_traces(call, phase):
    assert phase_of_call(call) == phase
