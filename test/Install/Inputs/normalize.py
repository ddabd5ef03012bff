# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# normalize.py write|check FOLDER: makes the inputs of examples/artifact, or holds
# its result against them. Files of NumPy without NumPy.

import struct
import sys

mode, folder = sys.argv[1:]
HEIGHT, WIDTH = 2, 3
image = [float(i % 7) for i in range(HEIGHT * WIDTH * 3)]
mean = [0.5, 1.5, 2.5]
scale = [2.0, 4.0, 0.25]


def write(name, shape, numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape!r}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(f"{folder}/{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + struct.pack(f"<{len(numbers)}f", *numbers))


if mode == "write":
    write("image", (HEIGHT, WIDTH, 3), image)
    write("mean", (3,), mean)
    write("scale", (3,), scale)
    sys.exit(0)
with open(f"{folder}/result.npy", "rb") as file:
    data = file.read()[-4 * len(image) :]
result = list(struct.unpack(f"<{len(image)}f", data))
expected = []
for pixel in range(HEIGHT * WIDTH):
    red, green, blue = image[3 * pixel : 3 * pixel + 3]
    for value, m, s in zip((blue, green, red), mean, scale):
        expected.append((value - m) * s)
if result != expected:
    sys.exit(f"expected {expected} but got {result}")
