/** A small library for bodies: figures as in the vendors' data sheets, the language's names. */
export const hardware = `
link PCIe { width = 16, latency = 500 ns }
link PCIe3 : PCIe { rate = 8 GT/s, encoding = 128b/130b }
link PCIe4 : PCIe { rate = 16 GT/s, encoding = 128b/130b }
link PCIe5 : PCIe { rate = 32 GT/s, encoding = 128b/130b, efficiency = 0.87 }
link NVLink { latency = 500 ns, efficiency = 0.80 }
link NVLink2 : NVLink { rate = 25 Gb/s, lanes = 8 }
link NVLink4 : NVLink { rate = 106.25 Gb/s, lanes = 2, encoding = 16b/17b }
link UPI { lanes = 16 }
link UPI1 : UPI { rate = 10.4 GT/s }
link UPI2 : UPI { rate = 16 GT/s }
link QPI : UPI { rate = 9.6 GT/s }
link XGMI { lanes = 16 }
link XGMI_CPU : XGMI { rate = 18 GT/s }
link InfiniBand { lanes = 4, latency = 600 ns, efficiency = 0.97 }
link EDR : InfiniBand { rate = 25 Gb/s }
link HDR : InfiniBand { rate = 50 Gb/s }
link NDR : InfiniBand { rate = 100 Gb/s }
link NDR200 : NDR { lanes = 2 }
link Ethernet { latency = 1 us }
link Eth25 : Ethernet { rate = 25 Gb/s }
link Eth400 : Ethernet { rate = 100 Gb/s, lanes = 4 }
link Eth800 : Ethernet { rate = 100 Gb/s, lanes = 8 }
link ICI { rate = 50 GB/s }

device V100_SXM : gpu { ports = NVLink2 x6 + PCIe3 x16 }
device A100_SXM : gpu { ports = PCIe4 x16 }
device H100_SXM : gpu { ports = NVLink4 x18 + PCIe5 x16, memory = 80 GB }
device RTX4090 : gpu { ports = PCIe4 x16 }
device TPUv4 : gpu { ports = ICI x6, forwards = true }
device Xeon_E5 : cpu { ports = PCIe3 x40 + QPI x2 }
device Xeon_8480C : cpu { ports = PCIe5 x80 + UPI2 x4 }
device EPYC_7742 : cpu { ports = PCIe4 x128 + XGMI_CPU x4 }
device EPYC_9654 : cpu { ports = PCIe5 x128 }
device PEX8796 : switch { ports = PCIe3 x96 }
device PEX89144 : switch { ports = PCIe5 x144 }
device NVSwitch3 : switch { ports = NVLink4 x64 }
device QM9700 : switch { ports = NDR x64 }
device QM8790 : switch { ports = HDR x40 }
device Tomahawk4 : switch { ports = Eth400 x64 }
device ConnectX4 : nic { ports = EDR + PCIe3 x16 }
device ConnectX7 : nic { ports = NDR + PCIe5 x16 }
device E810 : nic { ports = Eth25 x2 + PCIe4 x8 }
`;
